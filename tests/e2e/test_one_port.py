"""`baton up` with `live` in front: one port or two, streams that outlive what they come from, an end in order."""

import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from stack import Stack, stack

from baton.ops.only_one import started_at

LIVENESS = 60.0
TEXT = "The tent of order NL-1044 arrived torn. Please refund EUR {}."


@dataclass
class Stream:
    """`GET /sse/runs/<id>`, read in a thread and opened again where it ends, as an EventSource would."""

    port: int
    key: str
    run: str
    host: str = "127.0.0.1"
    events: list[dict[str, Any]] = field(default_factory=list)
    partials: list[dict[str, Any]] = field(default_factory=list)
    openings: int = 0
    _stopping: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Stream":
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()

    @property
    def seqs(self) -> list[int]:
        return [event["seq"] for event in self.events]

    def _read(self) -> None:
        while not self._stopping.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._read_once()
            time.sleep(0.1)

    def _read_once(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"}
        if self.events:
            headers["Last-Event-ID"] = str(self.seqs[-1])
        with closing(http.client.HTTPConnection(self.host, self.port, timeout=LIVENESS)) as connection:
            connection.request("GET", f"/sse/runs/{self.run}", headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                return
            self.openings += 1
            for line in answer:
                if line.startswith(b"data:"):
                    self._take(json.loads(line[5:]))
                if self._stopping.is_set():
                    return

    def _take(self, said: dict[str, Any]) -> None:
        if said["type"] == "events":
            self.events += said["events"]
        elif said["type"] == "partial":
            self.partials.append(said)


def port_of(platform: Stack, name: str = "web") -> int:
    return int(json.loads((platform.data / "ports.json").read_text())[name])


def watch(platform: Stack, run: str, port: int | None = None) -> Stream:
    return Stream(port or port_of(platform), platform.demo["api_key"], run)


def processes(platform: Stack) -> dict[str, dict[str, Any]]:
    known = json.loads((platform.data / "processes.json").read_text())["processes"]
    return {each["name"]: each for each in known}


def baton(platform: Stack, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [".venv/bin/baton", *arguments],
        env={**os.environ, "BATON_DATA": str(platform.data)},
        capture_output=True,
        text=True,
        check=False,
    )


def status(port: int, path: str, host: str = "127.0.0.1") -> int:
    with closing(http.client.HTTPConnection(host, port, timeout=LIVENESS)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    with stack() as running:
        yield running


@pytest.mark.requirement("promises 4.16")
def test_one_port_answers_everything(platform: Stack) -> None:
    port = port_of(platform)

    known = processes(platform)
    told = json.loads(baton(platform, "status", "--json").stdout)

    assert sorted(known) == ["live", "postgresql", "shop", "supervisor", "valkey", "worker"]
    assert {each["name"]: each["healthy"] for each in told["processes"]} == dict.fromkeys(known, True)
    assert [status(port, path) for path in ("/readyz", "/livez", "/sign-in/")] == [200, 200, 200]
    assert known["live"]["port"] == port
    assert "ok    Processes    all 6 well" in baton(platform, "doctor").stdout


@pytest.mark.requirement("promises 4.16")
def test_a_run_is_seen_as_it_happens_and_its_text_as_it_is_written(platform: Stack) -> None:
    run = platform.start(TEXT.format(61))
    with watch(platform, run) as stream:
        platform.until(lambda: any(e["kind"] == "run_waiting" for e in stream.events), "the pause, streamed")
        platform.approve(run)
        platform.until(lambda: any(e["kind"] == "run_completed" for e in stream.events), "the end, streamed")

    assert stream.events == platform.events(run)
    answer = platform.run(run)["output"]
    assert len(stream.partials) >= 3
    assert stream.partials[0]["offset"] == 0
    assert answer.startswith("".join(each["text"] for each in stream.partials))


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize(("amount", "name"), [(62, "live"), (63, "valkey"), (64, "worker")])
def test_a_stream_goes_on_without_a_gap_when_a_process_is_killed(
    platform: Stack, amount: int, name: str
) -> None:
    run = platform.start(TEXT.format(amount))
    with watch(platform, run) as stream:
        platform.until(lambda: stream.events, "the first events")

        killed = platform.kill(name)
        platform.wait_replaced(name, killed)
        platform.until(lambda: status(port_of(platform), "/readyz") == 200, "an answer")
        platform.approve(run)
        platform.until(lambda: any(e["kind"] == "run_completed" for e in stream.events), "the end, streamed")

    assert stream.seqs == list(range(1, len(stream.seqs) + 1))
    assert stream.events == platform.events(run)
    assert platform.refunds_of(amount) == 1
    assert processes(platform)[name]["restarts"] >= 1


def test_an_end_does_not_wait_for_who_streams_or_sends_slowly() -> None:
    with stack("--no-demo") as running:
        pids = {name: (each["pid"], each["ticks"]) for name, each in processes(running).items()}
        port = port_of(running)
        slow = socket.create_connection(("127.0.0.1", port))
        slow.sendall(b"POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        half = socket.create_connection(("127.0.0.1", port))
        half.sendall(b"GET /rea")
        time.sleep(0.5)

        begun = time.monotonic()
        running.process.send_signal(signal.SIGINT)
        code = running.process.wait(60)
        took = time.monotonic() - begun

    assert code == 0
    assert took < 30
    assert [name for name, (pid, ticks) in pids.items() if started_at(pid) == ticks] == []


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def split() -> Iterator[Stack]:
    """On every address of both kinds, where this machine has both."""
    with stack("--split", *(["--host", "::"] if has_ipv6() else [])) as running:
        yield running


@pytest.mark.requirement("promises 4.16")
def test_split_gives_pages_and_streams_a_port_each(split: Stack) -> None:
    web, live = port_of(split), port_of(split, "live")

    known = processes(split)

    assert sorted(known) == ["live", "postgresql", "shop", "supervisor", "valkey", "web", "worker"]
    assert (known["web"]["port"], known["live"]["port"]) == (web, live)
    assert urlsplit(split.demo["url"]).port == web
    assert [status(web, path) for path in ("/readyz", "/livez")] == [200, 404]
    assert [status(live, path) for path in ("/readyz", "/livez")] == [200, 200]
    assert "ok    Processes    all 7 well" in baton(split, "doctor").stdout


@pytest.mark.requirement("promises 4.16")
def test_what_happens_at_the_pages_is_streamed_at_the_other_port(split: Stack) -> None:
    run = split.start(TEXT.format(65))
    with watch(split, run, port_of(split, "live")) as stream:
        split.until(lambda: any(e["kind"] == "run_waiting" for e in stream.events), "the pause, streamed")
        split.request("POST", f"/runs/{run}/cancel", {})
        split.until(lambda: any(e["kind"] == "run_cancelled" for e in stream.events), "the end, streamed")

    assert stream.events == split.events(run)


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_every_address_means_those_of_both_kinds(split: Stack) -> None:
    ports = [port_of(split), port_of(split, "live")]

    assert [status(port, "/healthz", host) for port in ports for host in ("127.0.0.1", "::1")] == [200] * 4


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_an_address_of_the_newer_kind_alone_can_be_named() -> None:
    with stack("--no-demo", "--host", "::1") as running:
        port = port_of(running)
        told = json.loads(baton(running, "status", "--json").stdout)

        assert told["url"] == f"http://[::1]:{port}"
        assert all(each["healthy"] for each in told["processes"])
        assert status(port, "/readyz", "::1") == 200
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=2)
