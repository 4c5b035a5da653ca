"""What a database was made to write between two instants, from PostgreSQL's own counters and its log.

Transactions, rows and kilobytes don't depend on how busy the machine is, so they are what a bench may be strict
about. Counters of a server process arrive at the latest when it ends: take the second look after that.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Self

from database import TestDatabase

_COUNTERS = """
select d.xact_commit as transactions, d.tup_inserted as inserted, d.tup_updated as updated,
       (pg_current_wal_insert_lsn() - '0/0')::bigint as wal_bytes, pg_current_wal_insert_lsn()::text as position,
       (select sum(fsyncs) from pg_stat_io where object = 'wal')::bigint as syncs
  from pg_stat_database d where d.datname = %s
"""
# The log names files; a partition counts as its table, an index as part of the table it is on.
_LOG = """
with file as (
  select c.relfilenode::oid as node, c.oid, c.relkind in ('i', 'I') as is_index, coalesce(i.indrelid, c.oid) as table_of
    from pg_class c left join pg_index i on i.indexrelid = c.oid where c.relfilenode <> 0
)
select coalesce((select p.relname from pg_inherits h join pg_class p on p.oid = h.inhparent
                   where h.inhrelid = f.table_of), t.relname, '') as table,
       coalesce(f.is_index, false) as is_index, r.resource_manager as manager, r.record_type as kind,
       count(*) as records, sum(r.record_length)::bigint as bytes, sum(r.fpi_length)::bigint as page_bytes
  from pg_get_wal_records_info(%s, %s) r
  left join file f on f.node = (regexp_match(r.block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid
  left join pg_class t on t.oid = f.table_of
  group by 1, 2, 3, 4
"""


@dataclass(frozen=True, slots=True)
class Counters:
    transactions: int
    inserted: int
    updated: int
    wal_bytes: int
    position: str
    syncs: int

    @classmethod
    def read(cls, database: TestDatabase) -> Self:
        """Asked of another database of the cluster, so that asking isn't counted."""
        return cls(**_elsewhere(database).rows(_COUNTERS, [database.name], role="baton")[0])


@dataclass(frozen=True, slots=True)
class TableShare:
    """Bytes of the log that one table and its indexes caused, for each run."""

    table: str
    rows: float
    row_bytes: float
    index_bytes: float

    @property
    def bytes(self) -> float:
        return self.row_bytes + self.index_bytes


@dataclass(frozen=True, slots=True)
class Written:
    """For each run."""

    commits: float
    """Transactions that wrote, counted in the log."""
    transactions: float
    """All of them, those that only read too."""
    inserted: float
    updated: float
    wal_bytes: float
    page_bytes: float
    """Whole pages in it: written once for each page after a checkpoint, so not the run's own."""
    syncs: float
    tables: tuple[TableShare, ...]

    @classmethod
    def between(cls, database: TestDatabase, before: Counters, after: Counters, runs: int) -> Self:
        database.rows("create extension if not exists pg_walinspect", role="baton")
        # Only what is on disk can be read, and a server without synchronous commits is behind.
        database.rows("select pg_logical_emit_message(false, 'bench', 'read', true)", role="baton")
        log = database.rows(_LOG, [before.position, after.position], role="baton")
        return cls(
            commits=sum(line["records"] for line in log if line["kind"].startswith("COMMIT")) / runs,
            transactions=(after.transactions - before.transactions) / runs,
            inserted=(after.inserted - before.inserted) / runs,
            updated=(after.updated - before.updated) / runs,
            wal_bytes=(after.wal_bytes - before.wal_bytes) / runs,
            page_bytes=sum(line["page_bytes"] or 0 for line in log) / runs,
            syncs=(after.syncs - before.syncs) / runs,
            tables=_shares(log, runs),
        )


def _shares(log: list[dict[str, Any]], runs: int) -> tuple[TableShare, ...]:
    rows: Counter[str] = Counter()
    in_rows: Counter[str] = Counter()
    in_indexes: Counter[str] = Counter()
    for line in log:
        table = line["table"] or "(commits and the rest)"
        bytes_of_record = line["bytes"] - (line["page_bytes"] or 0)
        (in_indexes if line["is_index"] else in_rows)[table] += bytes_of_record
        if line["manager"] == "Heap" and ("INSERT" in line["kind"] or "UPDATE" in line["kind"]):
            rows[table] += line["records"]
    shares = (
        TableShare(table, rows[table] / runs, in_rows[table] / runs, in_indexes[table] / runs)
        for table in in_rows | in_indexes
    )
    return tuple(sorted(shares, key=lambda share: -share.bytes))


def _elsewhere(database: TestDatabase) -> TestDatabase:
    return TestDatabase("postgres", database.server, database.passwords)
