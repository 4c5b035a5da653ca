"""The test database: one cluster per test process, a template made once, a fresh copy for each test.

A copy costs some 60 ms. Tests connect as the role they play (baton_web, baton_worker, baton_super) and
arrange rows as the owner, so that row-level security is what is tested.
"""

import os
import secrets
import subprocess
import sys
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from baton.ops.database import init_database
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.roles import LOGIN_ROLES

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = "template_baton"


@dataclass(frozen=True)
class TestDatabase:
    """Addresses of one database for every role, and short ways to look into it."""

    __test__ = False

    name: str
    server: EmbeddedPostgres
    passwords: dict[str, str]
    _idle: dict[str, deque[psycopg.Connection[dict[str, Any]]]] = field(
        default_factory=lambda: defaultdict(deque), repr=False
    )
    """Connections of `rows` by role, kept between calls: signing in costs more than most questions."""

    def url(self, role: str) -> str:
        """`role` is web, worker, super, owner, or baton for the superuser."""
        if role == "baton":
            return self.server.url_of(self.name)
        return f"postgresql://baton_{role}:{self.passwords[f'baton_{role}']}@127.0.0.1:{self.server.port}/{self.name}"

    def environment(self) -> dict[str, str]:
        """What a process of Baton needs to work on this database."""
        return {
            f"BATON_{role.upper()}_URL": self.url(role)
            for role in ("web", "worker", "super", "owner", "staff")
        }

    def connect(self, role: str = "owner", **kwargs: Any) -> psycopg.Connection[dict[str, Any]]:
        return psycopg.connect(self.url(role), row_factory=dict_row, **{"autocommit": True, **kwargs})

    def rows(self, sql: str, params: Any = None, *, role: str = "owner") -> list[dict[str, Any]]:
        idle = self._idle[role]
        connection = idle.popleft() if idle else self.connect(role)
        try:
            cursor = connection.execute(sql, params)
            rows = cursor.fetchall() if cursor.description else []
        except BaseException:
            connection.close()
            raise
        idle.append(connection)
        return rows

    def close(self) -> None:
        """Give the kept connections up; needed before the server is restarted."""
        for idle in self._idle.values():
            while idle:
                idle.popleft().close()

    def value(self, sql: str, params: Any = None, *, role: str = "owner") -> Any:
        rows = self.rows(sql, params, role=role)
        return next(iter(rows[0].values())) if rows else None


class Cluster:
    """A throw-away server with the template in it."""

    def __init__(self) -> None:
        self.server = EmbeddedPostgres(fsync=False, options={"synchronous_commit": "off"})
        self.passwords = {role: secrets.token_urlsafe(12) for role in LOGIN_ROLES}

    def start(self) -> None:
        self.server.start()
        init_database(self.server.url, self.passwords, database=TEMPLATE)
        template = TestDatabase(TEMPLATE, self.server, self.passwords)
        migrate(template.url("owner"))

    @contextmanager
    def copy(self) -> Iterator[TestDatabase]:
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            connection.execute(f"create database {name} template {TEMPLATE} owner baton_owner")
            connection.execute(f"revoke all on database {name} from public")
            roles = ", ".join(LOGIN_ROLES)
            connection.execute(f"grant connect on database {name} to {roles}")
        database = TestDatabase(name, self.server, self.passwords)
        try:
            yield database
        finally:
            database.close()
            if self.server.is_running():
                with psycopg.connect(self.server.url, autocommit=True) as connection:
                    connection.execute(f"drop database if exists {name} with (force)")


def migrate(owner_url: str) -> None:
    """Migrate as the owner, in a process of its own: this one may be bound to another database."""
    subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "migrate", "--skip-checks", "--verbosity", "0"],
        check=True,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
            "BATON_ROLE": "owner",
            "BATON_OWNER_URL": owner_url,
            "BATON_WEB_URL": owner_url,
        },
    )
