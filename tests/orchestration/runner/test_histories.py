"""Who remembers a conversation: everything sent each time, or kept at the provider; and thoughts that go back."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from ledger import Ledger
from world import World, running

from orchestration.providers.model_server import ModelServer
from orchestration.providers.scripted.replies import script_from_json

CALL = {"id": "p1", "name": "lookup", "arguments": {"q": "x"}}
SCRIPT = json.dumps(
    {
        "replies": [
            {"reasoning": "First I look.", "text": "Looking.", "calls": [CALL]},
            {"reasoning": "Once more.", "calls": [CALL]},
            {"text": "Found."},
        ]
    }
)


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a thread of its own, with the script above as model `data`."""
    loop, server = asyncio.new_event_loop(), ModelServer(scripts={"data": script_from_json(SCRIPT)})
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(server.start(), loop).result(10)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


def conversation(
    world: World, provider: str, history: str, *, forget_after: int = 0
) -> tuple[UUID, list[dict[str, Any]]]:
    """A run of three model calls, and the bodies that the provider was sent."""
    with model_server() as server:

        def lookup(arguments: Any) -> str:
            if len(server.counts.requests()) == forget_after:
                server.responses.forget()
            return "there"

        base_url = server.base_url if provider != "anthropic_messages" else server.base_url[:-3]
        connection = world.add_connection(
            provider, base_url=base_url, history=history, capabilities={"reasoning_back": True}
        )
        tool = world.add_tool("lookup", effect_class="read_only")
        run = world.start(world.add_agent(tools=[tool], connection=connection, model="data"))
        with running(world.database, Ledger({"lookup": lookup}), allow=server.authority):
            assert world.wait_for(run, "completed", "failed")["output"] == "Found."
        return run, [request["body"] for request in server.counts.requests()]


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize("provider", ["openai_chat", "openai_responses", "anthropic_messages"])
def test_the_whole_history_is_sent_again_with_what_was_thought(world: World, provider: str) -> None:
    _, bodies = conversation(world, provider, "client")

    first, second, third = (json.dumps(body) for body in bodies)
    assert "First I look." not in first
    assert "First I look." in second
    assert "First I look." in third
    assert "Once more." in third
    assert "previous_response_id" not in second


@pytest.mark.requirement("agents 18")
def test_a_provider_that_keeps_the_conversation_is_sent_what_is_new(world: World) -> None:
    run, (first, second, third) = conversation(world, "openai_responses", "server")

    assert "previous_response_id" not in first
    ids = [
        event["payload"]["response_id"]
        for event in world.events(run)
        if event["kind"] == "model_call_completed"
    ]
    assert [second["previous_response_id"], third["previous_response_id"]] == ids[:2]
    assert [[item["type"] for item in body["input"]] for body in (second, third)] == [
        ["function_call_output"],
        ["function_call_output"],
    ]
    assert second["input"][0]["call_id"] == "p1"


@pytest.mark.requirement("agents 18")
def test_a_lost_conversation_is_sent_again_by_itself(world: World) -> None:
    run, bodies = conversation(world, "openai_responses", "server", forget_after=2)

    failed = [event["payload"] for event in world.events(run) if event["kind"] == "model_attempt_failed"]
    assert [each["code"] for each in failed] == ["history_lost"]
    assert "previous_response_id" in bodies[2]
    assert "previous_response_id" not in bodies[3]
    assert len(bodies[3]["input"]) > len(bodies[2]["input"])
    world.assert_gapless(run)
