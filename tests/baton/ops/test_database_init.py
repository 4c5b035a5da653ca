"""`baton db init`: roles without powers, the same state however often it runs, the printed SQL the same."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from baton.ops.addresses import ROLES, given_addresses, passwords_in_addresses
from baton.ops.database import init_database, keep_passwords, strangers_roles
from baton.ops.embedded.binaries import usable_postgres
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.errors import OpsError
from baton.ops.roles import KERNEL_ROLE, LOGIN_ROLES, script


@pytest.fixture
def server() -> Iterator[EmbeddedPostgres]:
    with EmbeddedPostgres(fsync=False) as server:
        yield server


@pytest.fixture
def passwords(tmp_path: Path) -> dict[str, str]:
    return keep_passwords(tmp_path / "passwords.json")


def test_passwords_are_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "passwords.json"
    first = keep_passwords(path)

    assert keep_passwords(path) == first
    assert sorted(first) == sorted(LOGIN_ROLES)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.requirement("promises 4.1")
def test_no_role_has_any_power_even_if_it_had_one_before(
    server: EmbeddedPostgres, passwords: dict[str, str]
) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("create role baton_web superuser bypassrls createrole createdb replication")

    init_database(server.url, passwords)
    init_database(server.url, passwords)

    with psycopg.connect(server.url_of("baton")) as connection:
        powers = connection.execute(
            "select rolname, rolcanlogin, "
            "rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication "
            "from pg_roles where rolname like 'baton\\_%' order by rolname"
        ).fetchall()
        owner = connection.execute(
            "select pg_get_userbyid(datdba) from pg_database where datname = 'baton'"
        ).fetchone()
    assert powers == sorted([(KERNEL_ROLE, False, False), *((role, True, False) for role in LOGIN_ROLES)])
    assert owner == ("baton_owner",)


def test_the_owner_can_hand_a_function_to_the_kernel_and_others_cannot_create(
    server: EmbeddedPostgres, passwords: dict[str, str]
) -> None:
    init_database(server.url, passwords)
    place = f"@127.0.0.1:{server.port}/baton"

    with psycopg.connect(f"postgresql://baton_owner:{passwords['baton_owner']}{place}") as owner:
        owner.execute("create function kernel.one() returns int language sql as 'select 1'")
        owner.execute("alter function kernel.one() owner to baton_kernel")

    with psycopg.connect(f"postgresql://baton_web:{passwords['baton_web']}{place}") as web:
        for statement in (
            "create table kernel.t (a int)",
            "create table public.t (a int)",
            "create temp table t ()",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                web.execute(statement)
            web.rollback()


def test_the_printed_sql_does_the_same_and_holds_no_password(
    server: EmbeddedPostgres, passwords: dict[str, str]
) -> None:
    printed = script(passwords, "elsewhere")
    psql = usable_postgres(server.home) / "bin" / "psql"

    for _ in range(2):
        subprocess.run(
            [psql, server.url, "-q", "-v", "ON_ERROR_STOP=1"],
            input=printed,
            text=True,
            check=True,
            capture_output=True,
        )

    assert not any(password in printed for password in passwords.values())
    psycopg.connect(
        f"postgresql://baton_worker:{passwords['baton_worker']}@127.0.0.1:{server.port}/elsewhere"
    ).close()


def test_somebody_without_the_right_gets_one_sentence(
    server: EmbeddedPostgres, passwords: dict[str, str]
) -> None:
    init_database(server.url, passwords)
    web = f"postgresql://baton_web:{passwords['baton_web']}@127.0.0.1:{server.port}/baton"

    with pytest.raises(OpsError, match="baton_web may not make roles or databases on that server") as refused:
        init_database(web, passwords)

    assert "\n" not in str(refused.value)


def test_roles_of_another_installation_are_noticed(server: EmbeddedPostgres, tmp_path: Path) -> None:
    init_database(server.url, keep_passwords(tmp_path / "theirs.json"))

    assert strangers_roles(server.url, tmp_path / "ours.json") == sorted(LOGIN_ROLES)
    assert strangers_roles(server.url, tmp_path / "theirs.json") == []
    with pytest.raises(OpsError, match="exist already on that server"):
        given_addresses({"DATABASE_URL": server.url}, tmp_path / "ours.json")


def test_a_superusers_database_url_gives_every_role_its_own_address(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    addresses = given_addresses({"DATABASE_URL": server.url_of("fresh")}, tmp_path / "passwords.json")

    for role, url in addresses.items():
        with psycopg.connect(url) as connection:
            who = connection.execute("select current_user, current_database()").fetchone()
        assert who == (f"baton_{role}", "fresh")


def test_a_powerless_database_url_uses_the_kept_passwords(server: EmbeddedPostgres, tmp_path: Path) -> None:
    path = tmp_path / "passwords.json"
    passwords = keep_passwords(path)
    init_database(server.url, passwords)
    web = f"postgresql://baton_web:{passwords['baton_web']}@127.0.0.1:{server.port}/baton"

    addresses = given_addresses({"DATABASE_URL": web, "BATON_WEB_URL": web}, path)

    assert addresses["web"] == web
    assert psycopg.connect(addresses["super"]).info.user == "baton_super"
    with pytest.raises(OpsError, match=r"no passwords are kept in .*nowhere.json: have an administrator run"):
        given_addresses({"DATABASE_URL": web}, tmp_path / "nowhere.json")


def test_a_server_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OpsError, match="The database named by DATABASE_URL cannot be reached") as away:
        given_addresses({"DATABASE_URL": "postgresql://x:y@127.0.0.1:1/baton"}, tmp_path / "p.json")

    assert "\n" not in str(away.value)


def test_passwords_are_taken_out_of_the_addresses_of_the_roles(server: EmbeddedPostgres) -> None:
    environ = {
        f"BATON_{role.upper()}_URL": f"postgresql://baton_{role}:word-{role}@db:5432/baton" for role in ROLES
    }

    init_database(server.url, passwords_in_addresses(environ))

    for role in ROLES:
        place = server.url_of("baton").split("@")[1]
        with psycopg.connect(f"postgresql://baton_{role}:word-{role}@{place}") as connection:
            assert connection.execute("select current_user").fetchone() == (f"baton_{role}",)


@pytest.mark.parametrize("given", ["", "postgresql://baton_web@db/baton", "postgresql://other:word@db/baton"])
def test_an_address_without_its_role_and_password_is_refused(given: str) -> None:
    environ = {f"BATON_{role.upper()}_URL": f"postgresql://baton_{role}:word@db/baton" for role in ROLES}

    with pytest.raises(OpsError, match="BATON_WEB_URL is no address of baton_web with a password"):
        passwords_in_addresses({**environ, "BATON_WEB_URL": given})
