"""The model server itself: what it answers, counts, and shows of what it was asked."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
from provider_world import FIND_ORDER, SECRET, world

from orchestration.engine.ports import ToolSchema
from orchestration.providers.model_server import ModelServer
from orchestration.providers.model_server.http import BadRequest, take_request
from orchestration.providers.model_server.scenario import PLAIN, Fault, Scenario

ROOT = Path(__file__).parents[3]


async def fetch(server: ModelServer, request: bytes) -> tuple[int, bytes]:
    """One raw request on a connection of its own; status and body."""
    host, _, port = server.authority.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    body = await reader.readexactly(length)
    writer.close()
    return int(head.split()[1]), body


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode()


def post(path: str, body: Any) -> bytes:
    data = orjson.dumps(body)
    return f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data


def test_the_same_answer_comes_streamed_and_whole_and_in_process() -> None:
    async def both() -> tuple[Any, Any]:
        async with world() as here:
            streamed = await here.ask("Damaged: NL-1042", model="refund_desk", tools=(FIND_ORDER,))
            body = {**here.bodies()[0], "stream": False}
            _, whole = await fetch(here.server, post("/v1/chat/completions", body))
            return streamed, orjson.loads(whole)

    streamed, whole = asyncio.run(both())

    message = whole["choices"][0]["message"]
    assert [call.name for call in streamed.calls] == ["find_order"]
    assert message["tool_calls"][0]["function"]["arguments"] == streamed.calls[0].arguments
    assert whole["usage"]["prompt_tokens"] == streamed.usage.input


def test_it_counts_requests_and_those_in_flight() -> None:
    async def counted() -> dict[str, int]:
        async with world(scenario="latency_ms=100") as here:
            await asyncio.gather(*(here.ask() for _ in range(5)))
            _, body = await fetch(here.server, get("/stat"))
            return dict(orjson.loads(body))

    assert asyncio.run(counted()) == {"requests": 5, "in_flight": 0, "max_in_flight": 5, "left": 0}


def test_it_shows_what_it_was_asked_but_no_key() -> None:
    async def shown() -> bytes:
        async with world() as here:
            await here.ask("Hello")
            return (await fetch(here.server, get("/requests")))[1]

    body = asyncio.run(shown())

    (request,) = orjson.loads(body)
    assert request["body"]["messages"] == [{"role": "user", "content": "Hello"}]
    assert request["authenticated"] is True
    assert SECRET.encode() not in body


def test_health_and_models_are_there_and_nothing_else() -> None:
    async def answers() -> list[tuple[int, bytes]]:
        async with ModelServer() as server:
            return [await fetch(server, get(path)) for path in ("/healthz", "/v1/models", "/v2")]

    health, models, nothing = asyncio.run(answers())

    assert health == (200, b'{"status":"ok"}')
    assert [model["id"] for model in orjson.loads(models[1])["data"]] == [
        "echo",
        "refund_desk",
        "research_brief",
    ]
    assert nothing[0] == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"model": "nobody", "messages": []}, 404),
        ({"model": "echo?fault=unknown", "messages": []}, 400),
        ({"model": "echo?speed=9", "messages": []}, 400),
        ({"model": "echo"}, 400),
        (["echo"], 400),
    ],
)
def test_a_request_it_cannot_read_is_refused(body: Any, status: int) -> None:
    async def refused() -> tuple[int, bytes]:
        async with ModelServer() as server:
            return await fetch(server, post("/v1/chat/completions", body))

    answer = asyncio.run(refused())

    assert answer[0] == status
    assert orjson.loads(answer[1])["error"]["message"]


def test_a_scenario_is_read_from_model_header_path_and_options_in_this_order() -> None:
    options = Scenario(latency_ms=1, chunks=2, gap_ms=3)

    scenario = options
    for text in ("latency_ms=10&chunks=20", "latency_ms=100", "fault=cut&times=2&usage=0"):
        scenario = Scenario.read(text, scenario)

    assert scenario == Scenario(latency_ms=100, chunks=20, gap_ms=3, fault=Fault.CUT, times=2, usage=False)
    assert Scenario.read("", PLAIN) is PLAIN


def test_requests_are_cut_off_a_buffer_one_after_the_other() -> None:
    buffer = bytearray(post("/a", {"n": 1}) + get("/b") + b"POST /c HTTP/1.1\r\ncontent-length: 5\r\n\r\nab")

    taken = [take_request(buffer) for _ in range(3)]

    assert [request and (request.target, request.body) for request in taken] == [
        ("/a", b'{"n":1}'),
        ("/b", b""),
        None,
    ]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", 411),
        (b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n", 413),
        (b"nonsense\r\n\r\n", 400),
        (b"x" * 70_000, 431),
    ],
)
def test_a_head_that_is_none_is_refused(head: bytes, status: int) -> None:
    with pytest.raises(BadRequest) as caught:
        take_request(bytearray(head))

    assert caught.value.status == status


def test_the_command_serves_until_it_is_told_to_stop() -> None:
    code = "from orchestration.providers.model_server import command; command()"
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}"}
    server = subprocess.Popen(
        [sys.executable, "-c", code, "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert server.stdout is not None

    line = server.stdout.readline()
    server.send_signal(signal.SIGTERM)

    assert "Scripted model at http://127.0.0.1:" in line
    assert server.wait(10) == 0


def test_a_taken_port_is_one_clear_sentence() -> None:
    async def second_server() -> subprocess.CompletedProcess[str]:
        async with ModelServer() as server:
            port = server.authority.partition(":")[2]
            code = "from orchestration.providers.model_server import command; command()"
            environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}"}
            return await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "-c", code, "--port", port],
                capture_output=True,
                text=True,
                env=environment,
                timeout=30,
            )

    done = asyncio.run(second_server())

    assert done.returncode == 1
    assert done.stderr.startswith("Error: Cannot listen on 127.0.0.1:")
    assert len(done.stderr.splitlines()) == 1


def test_a_tool_without_a_description_is_taken_as_it_is() -> None:
    async def asked() -> str:
        async with world() as here:
            return (await here.ask("Hi", tools=(ToolSchema("t", "", {}),))).text

    assert asyncio.run(asked()) == "You said: Hi"
