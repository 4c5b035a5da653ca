"""What is sent: the history whole and legal, settings copied, nothing that the endpoint refuses."""

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import pytest
from provider_world import FIND_ORDER, SECRET, world

from baton.egress.allow import AllowList
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelError, ModelRequest, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.model_server import ModelServer
from orchestration.providers.openai_chat.client import open_client

IMAGE: Message = {
    "role": "user",
    "content": [
        {"type": "text", "text": "See"},
        {"type": "image", "media_type": "image/png", "data": "aGk="},
    ],
}


def body_of(
    messages: list[Message] | None = None, *, capabilities: Mapping[str, bool] | None = None, **asked: Any
) -> dict[str, Any]:
    async def once() -> dict[str, Any]:
        async with world(capabilities=capabilities) as here:
            await here.converse(messages or [{"role": "user", "content": "Hello"}], **asked)
            (body,) = here.bodies()
            return body

    return asyncio.run(once())


def test_the_body_is_the_history_the_tools_and_a_stream_with_usage() -> None:
    body = body_of(tools=(FIND_ORDER,))

    assert body == {
        "model": "echo",
        "messages": [{"role": "user", "content": "Hello"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "find_order",
                    "description": "Looks an order up.",
                    "parameters": {"type": "object", "properties": {"order": {"type": "string"}}},
                },
            }
        ],
    }


@pytest.mark.requirement("agents 18")
def test_a_broken_history_is_sent_whole_and_repaired() -> None:
    history: list[Message] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Find it."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "name": "find_order", "arguments": "null"}],
        },
    ]

    messages = body_of(history)["messages"]

    assert [message["role"] for message in messages] == ["system", "user", "assistant", "tool"]
    assert messages[2]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert messages[3]["content"].startswith("interrupted:")


@pytest.mark.requirement("agents 20")
def test_settings_are_copied_and_left_as_they_were() -> None:
    settings = {"temperature": 0.2, "max_output_tokens": 100, "seed": 7, "top_p": None}

    body = body_of(tools=(FIND_ORDER,), settings=settings)

    assert settings == {"temperature": 0.2, "max_output_tokens": 100, "seed": 7, "top_p": None}
    assert (body["temperature"], body["max_completion_tokens"], body["seed"]) == (0.2, 100, 7)
    assert {"top_p", "max_output_tokens"}.isdisjoint(body)


@pytest.mark.parametrize(
    ("capability", "absent"),
    [
        ("temperature", "temperature"),
        ("usage", "stream_options"),
        ("tools", "tools"),
        ("tools", "tool_choice"),
    ],
)
def test_a_parameter_that_the_endpoint_refuses_is_never_sent(capability: str, absent: str) -> None:
    asked: dict[str, Any] = {"tools": (FIND_ORDER,), "settings": {"temperature": 0.2, "tool_choice": "auto"}}

    assert absent in body_of(**asked)
    assert absent not in body_of(capabilities={capability: False}, **asked)


def test_an_older_endpoint_is_told_its_own_word_for_the_limit() -> None:
    body = body_of(capabilities={"max_completion_tokens": False}, settings={"max_output_tokens": 9})

    assert body["max_tokens"] == 9
    assert "max_completion_tokens" not in body


def test_an_endpoint_that_cannot_see_is_told_that_there_was_an_image() -> None:
    assert body_of([IMAGE])["messages"][0]["content"][1]["type"] == "image_url"
    assert body_of([IMAGE], capabilities={"images": False})["messages"] == [
        {"role": "user", "content": "See\n[image image/png not shown]"}
    ]


def test_a_setting_cannot_replace_what_the_adapter_decides() -> None:
    with pytest.raises(ModelError) as caught:
        body_of(settings={"n": 2})

    assert caught.value.code == "invalid_request"


def test_tools_become_json_once_per_agent_version() -> None:
    client = open_client(ConnectionSpec("c", "openai_chat"), None, AllowList())
    tools = (FIND_ORDER, ToolSchema("b", "", {}))

    first = client._tools.of(tools)

    assert client._tools.of(tools) is first
    assert client._tools.of((FIND_ORDER,)) is not first


def test_the_operators_own_accounts_never_leave_with_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "operators-own")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Operator: operators-own")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")

    async def headers(secret: str | None) -> dict[str, str]:
        async with world(secret=secret) as here:
            await here.ask()
            return here.server.counts._requests[0].headers

    without_key, with_key = asyncio.run(headers(None)), asyncio.run(headers(SECRET))

    assert "operators-own" not in str(without_key) + str(with_key)
    assert with_key["authorization"] == f"Bearer {SECRET}"


def test_a_key_that_the_host_repeats_is_not_in_the_error() -> None:
    async def refused() -> ModelError:
        async with world() as here:
            with pytest.raises(ModelError) as caught:
                await here.ask(model=f"script {SECRET}")
            return caught.value

    error = asyncio.run(refused())

    assert SECRET not in f"{error} {error.message}"
    assert "[secret]" in error.message


class ServerThread:
    """A model server on a loop of its own, so that clients may come from several loops."""

    def __enter__(self) -> ModelServer:
        started: Future[ModelServer] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)))
        self._thread.start()
        return started.result(5)

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(5)

    async def _serve(self, started: "Future[ModelServer]") -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with ModelServer() as server:
            started.set_result(server)
            await self._stop.wait()


def test_one_client_serves_two_event_loops_one_after_the_other() -> None:
    with ServerThread() as server:
        connection = ConnectionSpec("c", "openai_chat", server.base_url)
        client = open_client(connection, SECRET, AllowList.parse(server.authority))
        request = ModelRequest("echo", ({"role": "user", "content": "Hello"},))

        async def ask() -> str:
            reply = await client.complete(request)
            await client.close()
            return reply.text

        assert [asyncio.run(ask()), asyncio.run(ask())] == ["You said: Hello"] * 2


@pytest.mark.requirement("case W06")
def test_many_calls_at_once_share_one_client() -> None:
    async def all_at_once() -> tuple[set[str], int]:
        async with world(scenario="latency_ms=200") as here:
            replies = await asyncio.gather(*(here.ask() for _ in range(50)))
            return {reply.text for reply in replies}, here.server.counts.max_in_flight

    assert asyncio.run(all_at_once()) == ({"You said: Hello"}, 50)
