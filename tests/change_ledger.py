"""What a database was changed by, noted by the database itself: so that one request can be held to nothing.

Row triggers on every table write into a table of their own, in the transaction of the change: what is rolled
back is not noted. When a key was last used and what tells of requests (NOT_CHANGES) are no changes.
"""

from contextlib import suppress

import psycopg
from database import TestDatabase

NOT_CHANGES = ("audit_auditentry", "api_idempotencykey", "django_session", "accounts_signinattempt")
"""They say that a request was made, also of one that was refused."""
_TABLES = """
select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1
"""
_LEDGER = """
create table test_changes (id bigint generated always as identity, place text not null);
create function test_note() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'last_used_at' = to_jsonb(new) - 'last_used_at' then
    return null;
  end if;
  insert into test_changes (place) values (tg_table_name || ' ' || lower(tg_op));
  return null;
end $$;
"""


class ChangeLedger:
    """Keeps its own connection to the superuser's view of the database."""

    def __init__(self, database: TestDatabase) -> None:
        self._connection = database.connect("baton")
        self._connection.execute(_LEDGER)
        for row in self._connection.execute(_TABLES).fetchall():
            if row["name"] not in (*NOT_CHANGES, "test_changes"):
                self._watch(row["name"])

    def _watch(self, table: str) -> None:
        with suppress(psycopg.errors.WrongObjectType):
            self._connection.execute(
                f"create trigger test_note after insert or update or delete on {table}"
                " for each row execute function test_note()"
            )

    def take(self) -> list[str]:
        """What has changed since the last time: table and how, in order."""
        rows = self._connection.execute("delete from test_changes returning id, place").fetchall()
        return [row["place"] for row in sorted(rows, key=lambda each: each["id"])]

    def close(self) -> None:
        self._connection.close()
