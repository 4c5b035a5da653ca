"""Whether the database already has what this source makes of it, kept as a comment on the database itself.

Beside the data it cannot be wrong about another database, a restored one, or one made anew.
"""

import hashlib
from pathlib import Path

import psycopg
from psycopg import sql

SOURCES = ("platform", "agents_app", "orchestration", "knowledge")
KINDS = {".py", ".sql", ".json", ".yaml", ".yml", ".toml", ".md"}


def source_stamp(root: Path, *more: str) -> str:
    """A short name for the source and for what else the contents depend on."""
    digest = hashlib.sha256("\0".join(more).encode())
    files = [root / "requirements.lock"]
    for folder in SOURCES:
        files += sorted(path for path in (root / folder).rglob("*") if path.suffix in KINDS)
    for path in files:
        if path.is_file():
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def read_stamp(owner: psycopg.Connection) -> str | None:
    """What the database was last brought up to; None for a new one."""
    row = owner.execute(
        "select shobj_description(oid, 'pg_database') from pg_database where datname = current_database()"
    ).fetchone()
    return row[0] if row else None


def write_stamp(owner: psycopg.Connection, stamp: str | None) -> None:
    """Keep what it is brought up to; None while that is under way."""
    database = owner.info.dbname
    owner.execute(
        sql.SQL("comment on database {} is {}").format(sql.Identifier(database), sql.Literal(stamp))
    )
