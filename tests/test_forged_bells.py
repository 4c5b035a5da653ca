"""Whoever reaches the broker can make a worker look, and nothing else: forged, broken and countless bells."""

import base64
import json
import pickle
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from live import Live, live_platform

DEEP = 200_000


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with live_platform() as live:
        yield live


class Bomb:
    """What runs if anybody unpickles it."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return subprocess.check_call, (["touch", str(self.place)],)


def bell(body: bytes = b"[[], {}, {}]", kind: str = "application/json", **headers: Any) -> bytes:
    """A message as Celery lays it into the queue."""
    known = {"lang": "py", "task": "orchestration.ring", "id": str(uuid4()), "retries": 0}
    envelope = {
        "body": base64.b64encode(body).decode(),
        "content-type": kind,
        "content-encoding": "utf-8",
        "headers": {**known, "timelimit": [None, None], "eta": None, "expires": None, **headers},
        "properties": {
            "body_encoding": "base64",
            "delivery_tag": str(uuid4()),
            "delivery_info": {"exchange": "", "routing_key": "baton"},
        },
    }
    return json.dumps(envelope).encode()


@pytest.mark.requirement("promises 7.71")
def test_a_forged_bell_makes_a_worker_look_and_nothing_else(live: Live, tmp_path: Path) -> None:
    bomb = pickle.dumps(Bomb(tmp_path / "gone-off"))
    foreign = json.dumps([[str(live.card.run)], {}, {"callbacks": [{"task": "os.system", "args": ["id"]}]}])
    forged = [
        bell(task="os.system"),
        bell(task=["orchestration.ring"]),
        bell(bomb, "application/x-python-serialize"),
        bell(b"!!python/object/apply:os.system [id]", "application/x-yaml"),
        bell(foreign.encode()),
        *(bell(body) for body in (b"7", b"null", b"{}", b"[]", b"[1, 2, 3]", b'{"args": 7}', b"{{", b"\xff")),
        bell(b"[" * DEEP),
        *(bell(eta=when) for when in ("soon", "2999-01-01T00:00:00")),
        bell(timelimit=7),
        *(b"no json", b"{}", b"[]", b"7", b"\xff\xfe\x00", b"[" * DEEP),
    ]
    before = live.state()

    for message in forged:
        live.queue.lpush("baton", message)
        time.sleep(0.05)
    live.stack.until(lambda: live.queue.llen("baton") == 0, "an empty queue")

    assert live.state() == before
    run = live.stack.start("Where is my order NL-1046?")
    assert live.stack.wait_end(run)["status"] == "completed"
    live.stack.until(lambda: live.queue.hlen("unacked") == 0, "that nothing is kept to be tried again")
    assert not (tmp_path / "gone-off").exists()
    assert live.log("worker").count(" is dropped") >= 10


@pytest.mark.requirement("promises 7.72", "case W01")
def test_a_flood_of_bells_for_one_run_keeps_nobody_waiting(live: Live) -> None:
    run = live.stack.start("The tent of order NL-1044 arrived torn. Please refund EUR 322.")
    message = bell(json.dumps([[run], {}, {}]).encode())
    with live.queue.pipeline() as pipe:
        for _ in range(100_000):
            pipe.lpush("baton", message)
        pipe.execute()

    begun = time.monotonic()
    other = live.ask("POST", "/runs", {"agent": "greeter", "input": "hello"}).body["id"]
    live.north.wait_for(other, "completed")
    seconds, left = time.monotonic() - begun, int(live.queue.llen("baton"))
    live.queue.delete("baton")
    live.stack.approve(run)

    assert live.stack.wait_end(run)["status"] == "completed"
    assert left > 50_000
    assert live.stack.run(run)["claims"] == 2
    assert live.stack.refunds_of(322) == 1
    print(f"FLOOD bells=100000 claims=2 other_run={seconds:.2f}s left={left}")
