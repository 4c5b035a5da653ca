"""Processes under the eyes of `baton up`: started again when they end, stopped with all that they started."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from baton.ops.checkout import Checkout
from baton.ops.child import Child
from baton.ops.errors import OpsError
from baton.ops.fleet import Fleet
from baton.ops.only_one import end_leftovers, only_one, started_at

SLEEP = "import time; print('up', flush=True); time.sleep(60)"
WITH_GRANDCHILD = (
    "import subprocess, sys, time\n"
    "grandchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    "print('grandchild', grandchild.pid, flush=True)\n"
    "time.sleep(60)\n"
)
STUBBORN = (
    "import signal, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('up', flush=True)\n"
    "time.sleep(60)\n"
)


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Bench:
    """Makes children and ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.children: list[Child] = []

    def child(self, program: str, *, ready: str = "up", patience: float = 5.0) -> Child:
        child = Child(
            "child",
            [sys.executable, "-c", program],
            env=dict(os.environ),
            cwd=self.folder,
            log=self.folder / "child.log",
            ready=re.compile(ready),
            patience=patience,
            say=self.said.append,
        )
        self.children.append(child)
        return child


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    for child in bench.children:
        child.stop(lambda: True)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    checkout = Checkout(root=tmp_path, data=tmp_path / ".baton")
    checkout.logs.mkdir(parents=True)
    return checkout


def test_a_child_that_dies_is_started_again_and_said_in_one_line(bench: Bench) -> None:
    child = bench.child(SLEEP)
    child.start()
    assert child.is_ready.wait(10)
    first = child.pid
    assert first is not None
    os.kill(first, 9)
    assert until(lambda: not child.is_running())

    assert until(child.look_after)
    assert until(lambda: child.look_after() and child.is_running())

    assert child.pid != first
    assert child.restarts == 1
    assert bench.said == [
        f"child ended (signal SIGKILL): started again in 0.5 s; its log is {bench.folder}/child.log"
    ]


def test_the_pause_grows_while_it_fails_at_once(bench: Bench) -> None:
    child = bench.child("raise SystemExit(3)")
    child.start()

    assert until(lambda: bool(child.look_after()) and len(bench.said) >= 3, 15)

    pauses = [re.findall(r"again in ([\d.]+) s", line)[0] for line in bench.said]
    assert pauses[:3] == ["0.5", "1", "2"]
    assert "ended (exit 3)" in bench.said[0]


def test_stopping_ends_what_the_child_started_itself(bench: Bench) -> None:
    child = bench.child(WITH_GRANDCHILD, ready="grandchild")
    child.start()
    assert child.is_ready.wait(10)
    grandchild = int(child.log.read_text().split()[1])

    child.stop()

    assert until(lambda: started_at(grandchild) is None)


def test_one_that_does_not_listen_is_ended_after_its_time(bench: Bench) -> None:
    child = bench.child(STUBBORN, patience=0.5)
    child.start()
    assert child.is_ready.wait(10)
    began = time.monotonic()

    child.stop()

    assert 0.4 < time.monotonic() - began < 5


def test_somebody_in_a_hurry_need_not_wait_for_it(bench: Bench) -> None:
    child = bench.child(STUBBORN, patience=60)
    child.start()
    assert child.is_ready.wait(10)
    began = time.monotonic()

    child.stop(lambda: True)

    assert time.monotonic() - began < 5


def test_only_warnings_reach_the_terminal_and_everything_the_log(bench: Bench) -> None:
    child = bench.child(
        "print('INFO nothing'); print('WARNING 1 bad'); print('WARNING 2 bad'); print('up', flush=True)\n"
        "import time; time.sleep(60)"
    )
    child.start()
    assert child.is_ready.wait(10)

    assert bench.said == ["child      | WARNING 1 bad"]
    assert until(lambda: "up" in child.log.read_text())
    assert child.log.read_text().splitlines() == ["INFO nothing", "WARNING 1 bad", "WARNING 2 bad", "up"]


def test_one_that_ends_before_it_answers_is_a_failed_start_with_its_reason(
    bench: Bench, checkout: Checkout
) -> None:
    fleet = Fleet(checkout, bench.said.append)
    child = bench.child("raise ValueError('no such setting')")
    fleet.start_child(child)

    with pytest.raises(OpsError, match="child ended while it started: ValueError: no such setting"):
        fleet.wait_until_ready(child, lambda: False, 20)


def test_a_second_start_of_the_same_checkout_is_one_sentence(checkout: Checkout) -> None:
    with (
        only_one(checkout),
        pytest.raises(OpsError, match=rf"already runs for this checkout \(process {os.getpid()}\)"),
        only_one(checkout),
    ):
        pass


def test_what_a_killed_start_left_is_waited_for(bench: Bench, checkout: Checkout) -> None:
    child = bench.child(SLEEP)
    fleet = Fleet(checkout, bench.said.append)
    fleet.start_child(child)
    assert child.is_ready.wait(10)
    pid = child.pid
    assert pid is not None
    os.kill(pid, 15)

    left = end_leftovers(checkout)

    assert left in (0, 1)
    assert started_at(pid) is None


def test_a_number_used_by_another_program_since_is_left_alone(checkout: Checkout) -> None:
    checkout.processes.write_text(
        f'{{"pid": 1, "url": "", "processes": [{{"pid": {os.getpid()}, "ticks": 1}}]}}'
    )

    assert end_leftovers(checkout) == 0
