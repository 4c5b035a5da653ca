"""The whole platform as `baton up` starts it, in a folder of its own, for tests that kill parts of it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baton.ops.embedded.places import throwaway_home
from baton.ops.embedded.ports import free_port

LIVENESS = 120.0
ROOT = Path(__file__).resolve().parents[1]
_ENDS = {"completed", "failed", "cancelled", "timed_out", "rejected", "needs_attention"}


@dataclass
class Stack:
    """A running installation, spoken to over REST with the demo key."""

    data: Path
    process: subprocess.Popen[bytes]

    @property
    def demo(self) -> dict[str, str]:
        return dict(json.loads((self.data / "demo.json").read_text()))

    def request(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """One call of /api/v1; the body of a refusal is returned like any other."""
        request = urllib.request.Request(f"{self.demo['url']}/api/v1{path}", method=method)
        request.add_header("Authorization", f"Bearer {self.demo['api_key']}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=30) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            return dict(json.load(error))

    def start(self, text: str) -> str:
        return str(self.request("POST", "/runs", {"agent": "refund-desk", "input": text})["id"])

    def run(self, run: str) -> dict[str, Any]:
        return self.request("GET", f"/runs/{run}")

    def events(self, run: str) -> list[dict[str, Any]]:
        return list(self.request("GET", f"/runs/{run}/events?limit=500")["events"])

    def wait_event(
        self, run: str, kind: str, matches: Callable[[dict[str, Any]], bool] = lambda _: True
    ) -> None:
        """Until the trace holds such an event; polled quickly, since a kill follows at once."""
        self.until(
            lambda: any(each["kind"] == kind and matches(each["payload"]) for each in self.events(run)),
            f"{kind} of {run}",
        )

    def wait_end(self, run: str, seconds: float = LIVENESS) -> dict[str, Any]:
        def ended() -> dict[str, Any] | None:
            row = self.run(run)
            return row if row.get("status") in _ENDS else None

        found: dict[str, Any] = self.until(ended, f"the end of {run}", seconds)
        return found

    def approve(self, run: str) -> dict[str, Any]:
        """Say yes, and wait until it counts: for a moment it could be taken back."""
        approval = self.decide(run)["id"]

        def counted() -> dict[str, Any] | None:
            now = self.request("GET", f"/approvals/{approval}")
            return None if now["held"] else now

        settled: dict[str, Any] = self.until(counted, f"the decision of {run}")
        return settled

    def decide(self, run: str, decision: str = "approve") -> dict[str, Any]:
        """The card of a run, decided and in its grace."""

        def card() -> dict[str, Any] | None:
            items = self.request("GET", "/approvals?state=pending")["items"]
            return next((item for item in items if item["run"]["id"] == run), None)

        found = self.until(card, f"a card of {run}")
        card_now = self.request("GET", f"/approvals/{found['id']}")
        return self.request(
            "POST",
            f"/approvals/{found['id']}/decision",
            {"decision": decision, "digest": card_now["digest"], "reason": "seen"},
            {"If-Match": f'"{card_now["version"]}"'},
        )

    def undo(self, approval: str) -> dict[str, Any]:
        return self.request("DELETE", f"/approvals/{approval}/decision")

    def pid(self, name: str) -> int:
        processes = json.loads((self.data / "processes.json").read_text())["processes"]
        return int(next(each["pid"] for each in processes if each["name"] == name))

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> int:
        pid = self.pid(name)
        os.kill(pid, how)
        return pid

    def wait_replaced(self, name: str, pid: int) -> None:
        self.until(lambda: self.pid(name) != pid, f"another {name}")

    def ledger(self) -> list[dict[str, Any]]:
        path = self.data / "shop" / "refunds.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def refunds_of(self, amount: int) -> int:
        """Each test refunds an amount of its own, so that the ledger tells them apart."""
        return sum(line["amount"] == f"{amount}.00" for line in self.ledger())

    def until(self, found: Callable[[], Any], what: str, seconds: float = LIVENESS) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if result := found():
                    return result
            except (OSError, KeyError, TypeError, ValueError, StopIteration):
                pass  # the web process, a file or a row is between two states
            assert self.process.poll() is None, "baton up ended"
            time.sleep(0.02)
        raise AssertionError(f"waited {seconds} s in vain for {what}")


@contextmanager
def model_server() -> Iterator[str]:
    """`baton model-server` as a process of its own; yields its address."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "baton.ops", "model-server", "--port", str(port)], cwd=ROOT
    )
    try:
        end = time.monotonic() + LIVENESS
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() < end
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def stack(*options: str, **environment: str) -> Iterator[Stack]:
    """`baton up` on free ports, with everything it keeps in a folder that goes with it."""
    home = throwaway_home("baton-stack-")
    data = home / "data"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BATON_", "DJANGO_"))}
    output = home / "output"
    with output.open("wb") as log:
        process = subprocess.Popen(
            # A port of its own: the usual one may be taken by a start that is under way beside this test.
            [sys.executable, "-P", "-m", "baton.ops", "up", "--port", str(free_port()), *options],
            cwd=ROOT,
            env={**kept, "BATON_DATA": str(data), **environment},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    running = Stack(data, process)
    try:
        end = time.monotonic() + LIVENESS
        while b"Baton runs at" not in output.read_bytes():
            assert process.poll() is None, output.read_text()
            assert time.monotonic() < end, output.read_text()
            time.sleep(0.1)
        yield running
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        shutil.rmtree(home, ignore_errors=True)
