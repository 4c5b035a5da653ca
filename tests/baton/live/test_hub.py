"""The hub when the record cannot be read: it asks again, and nobody who watches is forgotten."""

import asyncio
from collections.abc import Collection
from typing import Any

import orjson
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError
from live_server import LIVENESS

from baton.core.ids import new_id
from baton.live import hub as hub_module
from baton.live.hub import Hub
from baton.live.limits import HubLimits
from baton.live.partials import Partials
from baton.live.reading import Look, Page, Place
from baton.live.sockets import Socket
from baton.live.threads import Threads
from baton.tenancy.actor import Actor, member
from baton.tenancy.roles import Role


class FailingReader:
    """A record of three events that can be read the second time."""

    def __init__(self, error: Exception) -> None:
        self._errors = [error]

    def page(self, place: Place, run: str, after: int, limit: int) -> Page | None:
        if self._errors:
            raise self._errors.pop()
        body = b",".join(orjson.dumps({"seq": seq}) for seq in range(after + 1, 4))
        return Page(after + 1, 3, body, 3)

    def look(self, organization: str, of_runs: Collection[str], projects: Collection[str]) -> Look:
        return Look({}, {})

    def writing_steps(self, place: Place, run: str) -> list[str]:
        return []


class NobodyElse(Partials):
    """No Valkey: no text that is being written."""

    def __init__(self) -> None:
        pass

    def watched(self, runs: Collection[str]) -> None:
        pass


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError, DatabaseError])
def test_a_database_that_fails_while_somebody_catches_up_is_asked_again(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "_RETRY_SECONDS", 0.01)
    run = str(new_id())

    async def catch_up() -> list[dict[str, Any]]:
        threads = Threads(1)
        hub = Hub(FailingReader(kind("away")), threads, NobodyElse(), HubLimits())
        socket = Socket(somebody(), somebody, lambda code, reason: None)
        hub.join(socket)
        hub.watch(socket, run, 0)
        told = []
        async with asyncio.timeout(LIVENESS):
            while not told or told[-1]["type"] != "watching":
                frame = await socket.outlet.take()
                assert frame is not None
                told.append(orjson.loads(frame.text))
        hub.stop()
        threads.stop()
        return told

    told = asyncio.run(catch_up())

    assert [event["seq"] for event in told[0]["events"]] == [1, 2, 3]
    assert told[1:] == [{"type": "watching", "run": run, "last": 3}]


def somebody() -> Actor:
    return member(
        user_id=new_id(), name="Alice", organization_id=new_id(), project_id=new_id(), role=Role.VIEWER
    )
