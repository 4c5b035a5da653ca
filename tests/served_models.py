"""A model server on a thread of its own, for runs that ask over real HTTP and fail there as they are told to."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from world import World

from agents_app.spec import Fallback
from orchestration.providers.model_server import ModelServer


@dataclass
class Served:
    """The server, and connections to it."""

    server: ModelServer

    def connect(self, world: World, scenario: str = "", **more: Any) -> UUID:
        """A connection whose every answer follows the scenario."""
        address = self.server.base_url_with(scenario) if scenario else self.server.base_url
        return world.add_connection("openai_chat", base_url=address, transport="lean", **more)

    def asked(self, scenario: str = "") -> int:
        """How many requests came for a scenario."""
        before = f"/{scenario}/v1/" if scenario else "/v1/"
        return sum(each["target"].startswith(before) for each in self.server.counts.requests())


@contextmanager
def served_models() -> Iterator[Served]:
    loop, server = asyncio.new_event_loop(), ModelServer()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(server.start(), loop).result(10)
    try:
        yield Served(server)
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


def fallback_to(connection: UUID, model: str = "echo", settings: Mapping[str, Any] | None = None) -> Fallback:
    return Fallback(connection_id=str(connection), model=model, settings=settings or {})


def tries_of(world: World, run: UUID) -> list[dict[str, Any]]:
    """What is recorded of each try of a run, in order."""
    kinds = ("model_attempt_failed", "model_call_completed")
    return [event["payload"] for event in world.events(run) if event["kind"] in kinds]
