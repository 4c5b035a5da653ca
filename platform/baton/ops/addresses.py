"""Which database address each role of Baton gets, from what the environment says."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from baton.ops.database import init_database, keep_passwords, strangers_roles
from baton.ops.errors import OpsError

ROLES = ("owner", "web", "worker", "super", "staff")


def uses_own_database(environ: Mapping[str, str]) -> bool:
    """Whether the environment names a database, so that none is to be started."""
    return bool(environ.get("DATABASE_URL") or environ.get("BATON_OWNER_URL"))


def role_url(base: str, role: str, passwords: Mapping[str, str]) -> str:
    """The same server and database, as another role."""
    parts = urlsplit(base)
    host = parts.hostname or "127.0.0.1"
    place = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    name = f"baton_{role}"
    return urlunsplit(parts._replace(netloc=f"{name}:{quote(passwords[name], safe='')}@{place}{port}"))


def given_addresses(environ: Mapping[str, str], passwords: Path) -> dict[str, str]:
    """Role -> address. A superuser's address also makes the roles and the database, once."""
    explicit = {
        role: environ[f"BATON_{role.upper()}_URL"]
        for role in ROLES
        if environ.get(f"BATON_{role.upper()}_URL")
    }
    missing = [role for role in ROLES if role not in explicit]
    if not missing:
        return explicit
    base = environ.get("DATABASE_URL") or environ.get("BATON_OWNER_URL") or ""
    database = urlsplit(base).path.lstrip("/") or "baton"
    base = urlunsplit(urlsplit(base)._replace(path=f"/{database}"))
    given = [url for url in (explicit.get("owner"), base) if url]
    superuser = next((dsn for dsn in map(_superuser_dsn, given) if dsn is not None), None)
    if superuser is not None:
        _refuse_strangers(superuser, passwords)
        kept = keep_passwords(passwords)
        init_database(superuser, kept, database=database)
        explicit = {role: url for role, url in explicit.items() if _user(url) != _user(superuser)}
        missing = [role for role in ROLES if role not in explicit]
    elif passwords.exists():
        kept = keep_passwords(passwords)
    else:
        who = _user(base)
        names = ", ".join(f"BATON_{role.upper()}_URL" for role in missing)
        raise OpsError(
            f"DATABASE_URL names {who}, who may not make Baton's roles, and no passwords are kept "
            f"in {passwords}: have an administrator run what `baton db init` prints, or set {names}."
        )
    return {**explicit, **{role: role_url(base, role, kept) for role in missing}}


def passwords_in_addresses(environ: Mapping[str, str]) -> dict[str, str]:
    """Login role -> the password that its own address names; for an installation that hands them out."""
    passwords: dict[str, str] = {}
    for role in ROLES:
        variable = f"BATON_{role.upper()}_URL"
        given = conninfo_to_dict(environ.get(variable, ""))
        if given.get("user") != f"baton_{role}" or not given.get("password"):
            raise OpsError(f"{variable} is no address of baton_{role} with a password.")
        passwords[f"baton_{role}"] = str(given["password"])
    return passwords


def _refuse_strangers(superuser: str, passwords: Path) -> None:
    strangers = strangers_roles(superuser, passwords)
    if strangers:
        raise OpsError(
            f"The roles {', '.join(strangers)} exist already on that server and {passwords} does not know "
            "their passwords: bring the file of the installation that made them, or run "
            "`baton db init --reset-passwords`."
        )


def _user(dsn: str) -> str:
    return str(conninfo_to_dict(dsn).get("user") or "nobody")


def _superuser_dsn(url: str) -> str | None:
    """How to connect as the superuser it names, if any; to `postgres` where its database is yet to be."""
    try:
        elsewhere = make_conninfo(url, dbname="postgres")
    except psycopg.ProgrammingError as error:
        raise OpsError(f"DATABASE_URL is not an address of PostgreSQL: {str(error).strip()}.") from error
    for dsn in (url, elsewhere):
        try:
            with psycopg.connect(dsn, connect_timeout=10) as connection:
                row = connection.execute(
                    "select rolsuper from pg_roles where rolname = current_user"
                ).fetchone()
                return dsn if row and row[0] else None
        except psycopg.OperationalError as error:
            if "does not exist" in str(error) and dsn == url:
                continue
            words = str(error).strip().split("\n", 1)[0].rstrip(".")
            raise OpsError(f"The database named by DATABASE_URL cannot be reached: {words}.") from error
    return None
