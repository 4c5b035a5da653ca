"""A real run by a real worker, seen on a socket: the same events as in the record, long before the sweep."""

import time
from datetime import UTC, datetime

from live_server import QUEUE, Browser
from people import People
from world import Ledger, World, reply, running, script

from baton.core.clock import from_rfc3339
from baton.live.bus import channel_of
from baton.ops.embedded.valkey import EmbeddedValkey


def test_a_run_is_seen_as_it_happens(
    people: People, north: World, valkey: EmbeddedValkey, alice: Browser
) -> None:
    tool = north.add_tool("look_up", effect_class="read_only")
    replies = script(reply(("look_up", {"order": 1})), reply(text="It is on its way."))
    agent = north.add_agent("seen", tools=[tool], connection=north.add_connection(script=replies))
    socket = alice.open()
    late: list[float] = []
    ledger = Ledger({"look_up": lambda _: '{"found":true}'})

    bus = {"bus_url": valkey.url, "bus_channel": channel_of(QUEUE)}
    with running(people.database, ledger, **bus):
        for _ in range(5):
            run = north.start(agent)
            socket.watch(run)
            while not socket.events.get(str(run)) or socket.events[str(run)][-1]["kind"] != "run_completed":
                frame = socket.next()
                if frame["type"] == "events" and frame["last"] > 1:
                    at = from_rfc3339(frame["events"][-1]["at"])
                    late.append((datetime.now(UTC) - at).total_seconds())

            status, page = alice.ask("GET", f"/api/v1/runs/{run}/events", Baton_Project=alice.project)
            assert (status, page["events"]) == (200, socket.events[str(run)])
            assert page["last_seq"] == socket.last[str(run)] > 5

    late.sort()
    print(f"commit to frame: median {late[len(late) // 2] * 1000:.0f} ms (goal 20 ms)")
    assert late[len(late) // 2] < 1.0, "the sweep has brought it, not the bus"


def test_lists_follow_a_run_by_its_status(
    people: People, north: World, valkey: EmbeddedValkey, alice: Browser
) -> None:
    agent = north.add_agent("told", connection=north.add_connection(script=script(reply(text="Hello."))))
    socket = alice.open()

    with running(people.database, bus_url=valkey.url, bus_channel=channel_of(QUEUE)):
        run = str(north.start(agent))
        statuses: list[str] = []
        end = time.monotonic() + 30
        while statuses[-1:] != ["completed"]:
            assert time.monotonic() < end
            for told in socket.until("changed")["runs"]:
                if told["id"] == run:
                    statuses.append(told["status"])

    assert set(statuses) <= {"queued", "running", "completed"}
