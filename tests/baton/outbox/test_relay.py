"""The outbox relay: sent after the commit, at least once, and never lost because the broker is away."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import redis
from database import TestDatabase

from baton.ops.embedded.valkey import EmbeddedValkey
from baton.ops.supervisor import supervise
from baton.outbox.loops import Loop
from baton.outbox.relay import CarrierAway, Relay

QUEUE = "bells"


@pytest.fixture
def valkey() -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey() as valkey:
        yield valkey


def promise(database: TestDatabase, *runs: str, kind: str = "doorbell") -> None:
    with database.connect() as owner, owner.transaction():
        for run in runs:
            owner.execute(
                "insert into outbox_outboxmessage (id, organization_id, kind, dedupe_key, payload) "
                "values (%s, %s, %s, '', %s)",
                [uuid4(), uuid4(), kind, json.dumps({"run": run})],
            )


def waiting(database: TestDatabase) -> int:
    return int(database.value("select count(*) from outbox_outboxmessage where done_at is null"))


def rung(valkey: EmbeddedValkey) -> list[str]:
    messages = [json.loads(each) for each in redis.Redis.from_url(valkey.url).lrange(QUEUE, 0, -1)]
    return sorted(each["headers"]["kwargsrepr"].split("'")[3] for each in messages)


def until(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


@pytest.fixture
def supervisor(database: TestDatabase, valkey: EmbeddedValkey) -> Iterator[subprocess.Popen[bytes]]:
    """The real process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "baton.ops.supervisor"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
            "BATON_ROLE": "super",
            "BATON_SUPER_URL": database.url("super"),
            "REDIS_URL": valkey.url,
            "BATON_QUEUE": QUEUE,
        },
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert b"ready" in process.stdout.readline()
    yield process
    process.kill()
    process.wait()


class Recorder:
    """A sender that remembers, and fails while told to."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.asked = 0
        self.failure: Exception | None = None

    def __call__(self, payload: dict[str, Any]) -> None:
        self.asked += 1
        if self.failure is not None:
            raise self.failure
        self.sent.append(payload["run"])


def test_a_message_goes_once_its_transaction_is_committed_and_not_before(database: TestDatabase) -> None:
    recorder = Recorder()
    relay = Relay({"doorbell": recorder})
    with database.connect("super") as connection, database.connect() as owner:
        with owner.transaction():
            owner.execute(
                "insert into outbox_outboxmessage (id, organization_id, kind, dedupe_key, payload) "
                "values (%s, %s, 'doorbell', '', '{\"run\": \"a\"}')",
                [uuid4(), uuid4()],
            )
            assert relay.run(connection) == 0

        assert relay.run(connection) == 1
        assert relay.run(connection) == 0

    assert recorder.sent == ["a"]
    assert waiting(database) == 0


def test_two_relays_share_the_work_and_send_nothing_twice(database: TestDatabase) -> None:
    promise(database, *(f"run-{n}" for n in range(250)))
    recorder = Recorder()

    def work() -> None:
        with database.connect("super") as connection:
            while Relay({"doorbell": recorder}).run(connection):
                pass

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(recorder.sent) == sorted(f"run-{n}" for n in range(250))


def test_while_the_carrier_is_away_one_message_is_tried_and_all_are_kept(database: TestDatabase) -> None:
    promise(database, "a", "b", "c")
    recorder = Recorder()
    recorder.failure = CarrierAway("no broker")

    with database.connect("super") as connection:
        assert Relay({"doorbell": recorder}).run(connection) == 0

    assert recorder.asked == 1
    assert waiting(database) == 3


def test_one_bad_message_does_not_hold_up_the_others(database: TestDatabase) -> None:
    promise(database, "unsendable", kind="webhook")
    promise(database, "good")
    recorder = Recorder()

    with database.connect("super") as connection:
        assert Relay({"doorbell": recorder}).run(connection) == 1

    assert recorder.sent == ["good"]
    left = database.rows("select kind, attempts from outbox_outboxmessage where done_at is null")
    assert left == [{"kind": "webhook", "attempts": 1}]


def test_the_relay_of_the_web_role_is_refused(database: TestDatabase) -> None:
    with database.connect("web") as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        Relay({}).run(connection)


def test_a_bell_rings_within_a_moment_of_the_commit(
    supervisor: subprocess.Popen[bytes], database: TestDatabase, valkey: EmbeddedValkey
) -> None:
    promise(database, "warm")
    assert until(lambda: rung(valkey) == ["warm"])
    began = time.monotonic()

    promise(database, "now")

    assert until(lambda: "now" in rung(valkey))
    took = time.monotonic() - began
    print(f"OUTBOX commit to queue {took * 1000:.0f} ms (goal 100)")
    assert took < 1.0


@pytest.mark.requirement("promise P5")
def test_no_bell_is_lost_while_the_broker_is_away_or_does_not_answer(
    supervisor: subprocess.Popen[bytes], database: TestDatabase, valkey: EmbeddedValkey
) -> None:
    valkey.kill()
    promise(database, *(f"away-{n:03}" for n in range(200)))
    time.sleep(1.5)
    assert waiting(database) == 200

    valkey.start()
    assert until(lambda: waiting(database) == 0)
    assert rung(valkey) == [f"away-{n:03}" for n in range(200)]

    os.kill(valkey.pid, signal.SIGSTOP)
    promise(database, "silent")
    time.sleep(2.0)
    assert waiting(database) == 1
    os.kill(valkey.pid, signal.SIGCONT)
    assert until(lambda: waiting(database) == 0)
    assert "silent" in rung(valkey)


@pytest.mark.requirement("promise P4")
def test_the_supervisor_outlives_a_lost_database(
    supervisor: subprocess.Popen[bytes], database: TestDatabase, valkey: EmbeddedValkey
) -> None:
    promise(database, "before")
    assert until(lambda: rung(valkey) == ["before"])

    with psycopg.connect(database.server.url, autocommit=True) as superuser:
        for _ in range(3):
            superuser.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = %s and application_name like 'supervisor %%'",
                [database.name],
            )
            time.sleep(0.3)
    promise(database, "after")

    # A bell whose sender is cut off before it could say "done" is rung twice, and never not at all.
    assert until(lambda: set(rung(valkey)) == {"after", "before"})
    assert supervisor.poll() is None


def test_the_supervisor_ends_cleanly_when_told(supervisor: subprocess.Popen[bytes]) -> None:
    began = time.monotonic()
    supervisor.terminate()

    assert supervisor.wait(10) == 0
    assert time.monotonic() - began < 5


def test_a_loop_that_fails_is_run_again_and_disturbs_no_other(database: TestDatabase) -> None:
    rounds = {"bad": 0, "good": 0}
    stopping = threading.Event()

    def bad(connection: psycopg.Connection) -> int:
        rounds["bad"] += 1
        raise ValueError("a bug")

    def good(connection: psycopg.Connection) -> int:
        connection.execute("select 1")
        rounds["good"] += 1
        return 0

    loops = (Loop("bad", 0.01, bad), Loop("good", lambda: 0.01, good))
    thread = threading.Thread(target=supervise, args=(loops, database.url("super"), stopping, lambda: None))
    thread.start()
    assert until(lambda: rounds["bad"] >= 3 and rounds["good"] >= 10)
    stopping.set()
    thread.join(10)

    assert not thread.is_alive()
