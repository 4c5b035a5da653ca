"""`baton db init`: the database, its roles and their passwords, made once and safe to repeat."""

import secrets
from collections.abc import Mapping
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from baton.ops.errors import OpsError, disk_full
from baton.ops.files import read_json, write_private_json
from baton.ops.roles import LOGIN_ROLES, create_database, database_statements, role_statements

DATABASE = "baton"


def keep_passwords(path: Path) -> dict[str, str]:
    """The passwords of the login roles: those in the file, and new ones, written down, for roles it lacks."""
    kept = read_json(path)
    if kept is None and path.exists():
        raise OpsError(f"{path} is not readable as JSON: restore it, or delete it and reset the passwords.")
    kept = kept or {}
    passwords = {role: str(kept.get(role) or secrets.token_urlsafe(24)) for role in LOGIN_ROLES}
    if passwords != kept:
        write_private_json(path, passwords)
    return passwords


def init_database(superuser_url: str, passwords: Mapping[str, str], *, database: str = DATABASE) -> None:
    """Make the roles, the database, its extension and grants; what exists is brought to the same state."""
    try:
        with psycopg.connect(superuser_url, autocommit=True, connect_timeout=10) as cluster:
            for statement in role_statements(passwords):
                cluster.execute(statement)
            exists = cluster.execute("select from pg_database where datname = %s", [database]).fetchone()
            if exists is None:
                cluster.execute(create_database(database))
        with psycopg.connect(
            make_conninfo(superuser_url, dbname=database), autocommit=True, connect_timeout=10
        ) as inside:
            for statement in database_statements(database):
                inside.execute(statement)
    except psycopg.errors.DiskFull as error:
        raise disk_full("the database") from error
    except psycopg.errors.InsufficientPrivilege as error:
        who = conninfo_to_dict(superuser_url).get("user", "this user")
        raise OpsError(
            f"{who} may not make roles or databases on that server ({_first_line(error)}): "
            "use a superuser's address, or give an administrator what `baton db init` prints without one."
        ) from error
    except (psycopg.errors.UndefinedFile, psycopg.errors.FeatureNotSupported) as error:
        raise OpsError("That server has no pgvector: install the extension `vector` on it first.") from error
    except psycopg.OperationalError as error:
        raise OpsError(f"The database server cannot be reached: {_first_line(error)}.") from error


def strangers_roles(superuser_url: str, path: Path) -> list[str]:
    """Roles that exist on the server and whose password we never made: another installation may use them."""
    if path.exists():
        return []
    try:
        with psycopg.connect(superuser_url, connect_timeout=10) as cluster:
            found = cluster.execute(
                "select rolname from pg_roles where rolname = any(%s) order by rolname", [list(LOGIN_ROLES)]
            ).fetchall()
    except psycopg.OperationalError as error:
        raise OpsError(f"The database server cannot be reached: {_first_line(error)}.") from error
    return [name for (name,) in found]


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0].rstrip(".")
