"""The embedded servers: started, stopped, killed and restarted for real, as root and as anybody else."""

import errno
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import redis

from baton.ops.embedded import binaries
from baton.ops.embedded.places import is_root, others_may_enter, servers_home, throwaway_home
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.embedded.valkey import EmbeddedValkey
from baton.ops.errors import OpsError, disk_full, is_disk_full


@pytest.fixture
def home() -> Iterator[Path]:
    home = throwaway_home("baton-test-")
    yield home
    shutil.rmtree(home)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_postgres_starts_with_vectors_and_is_thrown_away() -> None:
    with EmbeddedPostgres(fsync=False) as postgres:
        pid, home = postgres.pid, postgres.home
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("create extension vector")
            nearest = connection.execute("select '[1,2]'::vector <-> '[1,5]'::vector").fetchone()

    assert nearest == (3.0,)
    assert not lives(pid)
    assert not home.exists()


def test_postgres_asks_for_its_password() -> None:
    with (
        EmbeddedPostgres(fsync=False) as postgres,
        pytest.raises(psycopg.OperationalError, match="password authentication failed"),
    ):
        psycopg.connect(f"postgresql://baton:guess@127.0.0.1:{postgres.port}/postgres")


def test_committed_rows_outlive_a_stop_an_immediate_restart_and_a_kill(home: Path) -> None:
    postgres = EmbeddedPostgres(home)
    postgres.start()
    port = postgres.port
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("create table kept (n int)")

    for n, end in enumerate([postgres.restart, postgres.kill, postgres.stop]):
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("insert into kept values (%s)", [n])
        end()
        postgres.start()

    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("select n from kept order by n").fetchall() == [(0,), (1,), (2,)]
    assert postgres.port == port
    postgres.stop()


def test_a_killed_server_with_busy_clients_starts_again(home: Path) -> None:
    postgres = EmbeddedPostgres(home, fsync=False).start()
    busy = [psycopg.connect(postgres.url, autocommit=True) for _ in range(5)]
    threads = [threading.Thread(target=_sort_for_a_while, args=(each,), daemon=True) for each in busy]
    for thread in threads:
        thread.start()
    time.sleep(0.3)

    postgres.kill()
    postgres.start()

    assert postgres.answers()
    postgres.stop()
    for thread in threads:
        thread.join(20)


def _sort_for_a_while(connection: psycopg.Connection) -> None:
    with suppress(psycopg.OperationalError):
        connection.execute(
            "select count(*) from (select random() r from generate_series(1, 2000000) order by r) t"
        )


def test_a_password_file_is_private(home: Path) -> None:
    with EmbeddedPostgres(home, fsync=False), EmbeddedValkey(home):
        modes = {path.name: path.stat().st_mode & 0o777 for path in home.glob("*.password")}
        config = (home / "valkey.conf").stat().st_mode & 0o777

    assert modes == {"postgres.password": 0o600, "valkey.password": 0o600}
    assert config == 0o600


def test_an_interrupted_first_setup_is_done_again(home: Path) -> None:
    (home / "postgres.half" / "base").mkdir(parents=True)
    (home / "postgres.half" / "PG_VERSION").write_text("18\n")

    with EmbeddedPostgres(home, fsync=False) as postgres:
        assert postgres.answers()

    assert postgres.notice == ("The first setup was interrupted before there was any data: it is done again.")
    assert not (home / "postgres.half").exists()


def test_a_half_made_data_folder_is_put_aside_and_not_deleted(home: Path) -> None:
    (home / "postgres" / "base").mkdir(parents=True)
    (home / "postgres" / "base" / "something").write_text("perhaps worth keeping")

    with EmbeddedPostgres(home, fsync=False) as postgres:
        assert postgres.answers()

    aside = next(home.glob("postgres.broken-*"))
    assert (aside / "base" / "something").read_text() == "perhaps worth keeping"
    assert postgres.notice == (
        f"The database folder was half made: it is kept as {aside} and a new one is begun."
    )


@pytest.mark.requirement("issue 2.1")
def test_a_disk_without_room_for_a_database_is_one_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("baton.ops.embedded.postgres.NEEDED_MEGABYTES", 10**9)

    with pytest.raises(
        OpsError, match=rf"^The disk that holds {home} has \d+ MB left and a new database needs"
    ):
        EmbeddedPostgres(home, fsync=False).start()

    assert not (home / "postgres").exists()


@pytest.mark.requirement("issue 2.1")
def test_what_a_server_or_the_system_says_of_a_full_disk_becomes_one_sentence() -> None:
    said = 'FATAL:  could not write lock file "postmaster.pid": No space left on device'

    assert is_disk_full(said)
    assert is_disk_full(OSError(errno.ENOSPC, "No space left on device"))
    assert not is_disk_full(OSError(errno.EACCES, "Permission denied"))
    assert str(disk_full("/data")) == (
        "The disk that holds /data is full: free some space there and start again."
    )


def test_data_of_another_version_is_refused_in_one_sentence(home: Path) -> None:
    with EmbeddedPostgres(home, fsync=False):
        pass
    (home / "postgres" / "PG_VERSION").write_text("15\n")

    with pytest.raises(OpsError, match=r"was made by PostgreSQL 15 and this one is 18\.\d+: dump it"):
        EmbeddedPostgres(home, fsync=False).start()


def test_a_second_server_waits_for_the_first_of_the_same_folder_to_end(home: Path) -> None:
    first = EmbeddedPostgres(home, fsync=False).start()
    first_pid = first.pid

    second = EmbeddedPostgres(home, fsync=False).start()

    assert not lives(first_pid) or not first.is_running()
    assert second.answers()
    second.stop()
    first.stop()


def test_a_port_taken_by_another_program_is_named_as_the_reason(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        postgres = EmbeddedPostgres(home, fsync=False, port=other.getsockname()[1])

        with pytest.raises(OpsError, match="PostgreSQL ended while it started: could not create any TCP/IP"):
            postgres.start()

    assert not postgres.is_running()


@pytest.mark.requirement("issue 2.1")
def test_below_a_private_folder_root_gets_a_home_that_others_may_enter(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    data = private / "checkout" / ".baton"

    home = servers_home(data)

    try:
        assert not others_may_enter(data)
        assert servers_home(data) == home
        assert others_may_enter(home) if is_root() else home == data
        with EmbeddedPostgres(home, fsync=False) as postgres:
            owner = (home / "postgres").stat().st_uid
            assert Path(f"/proc/{postgres.pid}").stat().st_uid == owner != 0
    finally:
        shutil.rmtree(home)


def test_a_moved_checkout_keeps_its_servers_and_a_copied_one_gets_its_own(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    first = tmp_path / "first" / ".baton"
    home = servers_home(first)
    homes = {home}
    try:
        shutil.copytree(tmp_path / "first", tmp_path / "copy")
        homes.add(copied := servers_home(tmp_path / "copy" / ".baton"))
        (tmp_path / "first").rename(tmp_path / "moved")
        homes.add(moved := servers_home(tmp_path / "moved" / ".baton"))
        homes.add(again := servers_home(first))

        assert copied != home
        if is_root():
            assert moved == home
            assert again not in (home, copied)
    finally:
        for each in homes:
            shutil.rmtree(each, ignore_errors=True)


def test_what_a_killed_test_left_is_thrown_away_by_the_next(home: Path) -> None:
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    left = throwaway_home("baton-left-")
    (left / "maker").write_text(gone.stdout.decode())

    new = throwaway_home("baton-left-")

    assert not left.exists()
    assert throwaway_home("baton-left-") != new
    assert new.exists()
    for each in new.parent.glob("baton-left-*"):
        shutil.rmtree(each)


def test_root_copies_programs_that_the_other_user_could_not_read(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = binaries.find_postgres().parent
    hidden = tmp_path / original.name
    shutil.copytree(original, hidden, symlinks=True)
    shutil.copytree(original.with_name(f"{original.name}.libs"), tmp_path / f"{original.name}.libs")
    monkeypatch.setattr(binaries, "find_postgres", lambda: hidden / "pginstall")

    with EmbeddedPostgres(home, fsync=False) as postgres:
        program = os.readlink(f"/proc/{postgres.pid}/exe")

    assert not others_may_enter(tmp_path)
    assert program.startswith(str(home if is_root() else hidden))


def test_valkey_keeps_data_over_a_stop_where_it_has_a_folder(home: Path) -> None:
    with EmbeddedValkey(home) as valkey:
        redis.Redis.from_url(valkey.url).set("kept", "yes")

    with EmbeddedValkey(home) as valkey:
        assert redis.Redis.from_url(valkey.url).get("kept") == b"yes"


def test_valkey_without_a_folder_keeps_nothing_over_a_kill() -> None:
    with EmbeddedValkey() as valkey:
        redis.Redis.from_url(valkey.url).set("kept", "no")
        valkey.kill()
        valkey.start()

        assert redis.Redis.from_url(valkey.url).get("kept") is None


def test_valkey_asks_for_its_password() -> None:
    with EmbeddedValkey() as valkey:
        stranger = redis.Redis(host="127.0.0.1", port=valkey.port)
        with pytest.raises(redis.AuthenticationError):
            stranger.ping()


def test_servers_end_when_the_process_that_started_them_is_killed(home: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from baton.ops.embedded.postgres import EmbeddedPostgres\n"
        "from baton.ops.embedded.valkey import EmbeddedValkey\n"
        "home = Path(sys.argv[1])\n"
        "print(EmbeddedPostgres(home).start().pid, EmbeddedValkey(home).start().pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(home)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert parent.stdout is not None
    pids = [int(each) for each in parent.stdout.readline().split()]

    parent.kill()
    parent.wait()

    deadline = time.monotonic() + 20
    while any(lives(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in pids if lives(pid)] == []
    assert "database system is shut down" in (home / "postgresql.log").read_text()
