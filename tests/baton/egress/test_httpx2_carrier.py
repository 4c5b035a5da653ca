"""The httpx2 client alone, and below the real openai SDK against a real server."""

import asyncio
import gzip
import json
from typing import Any

import httpx2
import openai
import pytest
from openai import AsyncOpenAI

from baton.egress import rule
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import (
    BlockedAddress,
    EgressError,
    InvalidResponse,
    RedirectRefused,
    ResponseTooLarge,
)
from baton.egress.httpx2_carrier import async_client


def answering(*pieces: bytes, pause: float = 0.0) -> Any:
    async def handle(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return handle


def response(body: bytes, *headers: bytes, status: bytes = b"200 OK") -> bytes:
    lines = [
        b"HTTP/1.1 " + status,
        b"Content-Length: %d" % len(body),
        b"Content-Type: application/json",
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def frame(text: str) -> bytes:
    chunk = {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}],
    }
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
COMPLETION = json.dumps(
    {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello"}}
        ],
    }
).encode()


async def ask(
    listener: Any, *, allow: AllowList | None = None, timeout: float = 5.0, limit: int = 1 << 20
) -> str:
    permitted = AllowList.parse(f"127.0.0.1:{listener.port}") if allow is None else allow
    async with (
        async_client(permitted, timeout, limit=limit) as http,
        AsyncOpenAI(
            api_key="sk-canary",
            base_url=f"http://127.0.0.1:{listener.port}/v1",
            http_client=http,
            max_retries=0,
        ) as client,
    ):
        reply = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
        return reply.choices[0].message.content or ""


async def ask_streaming(listener: Any, timeout: float = 5.0, limit: int = 1 << 20) -> str:
    async with (
        async_client(AllowList.parse(f"127.0.0.1:{listener.port}"), timeout, limit=limit) as http,
        AsyncOpenAI(
            api_key="sk-canary",
            base_url=f"http://127.0.0.1:{listener.port}/v1",
            http_client=http,
            max_retries=0,
        ) as client,
    ):
        stream = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hi"}], stream=True
        )
        return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])


def test_sdk_speaks_through_the_door(serve: Any) -> None:
    async def scenario() -> Any:
        async with serve(answering(response(COMPLETION))) as listener:
            return await ask(listener), listener.heads

    text, heads = asyncio.run(scenario())

    assert text == "Hello"
    assert len(heads) == 1
    assert heads[0].startswith("POST /v1/chat/completions HTTP/1.1\r\n")
    assert "accept-encoding: identity" in heads[0].lower()


def test_sdk_streams_through_the_door(serve: Any) -> None:
    async def scenario() -> str:
        pieces = (STREAM_HEAD, frame("Hel"), frame("lo"), b"data: [DONE]\n\n")
        async with serve(answering(*pieces, pause=0.01)) as listener:
            return await ask_streaming(listener)

    assert asyncio.run(scenario()) == "Hello"


def test_connection_is_used_again_after_a_whole_stream(serve: Any) -> None:
    async def scenario() -> Any:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            body = frame("Hello") + b"data: [DONE]\n\n"
            for _ in range(2):
                writer.write(STREAM_HEAD[:-2] + b"Transfer-Encoding: chunked\r\n\r\n")
                writer.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
                await writer.drain()
                await reader.readuntil(b"\r\n\r\n")

        async with (
            serve(handle) as listener,
            async_client(AllowList.parse(f"127.0.0.1:{listener.port}"), 5) as http,
        ):
            base = f"http://127.0.0.1:{listener.port}/v1"
            client = AsyncOpenAI(api_key="sk-canary", base_url=base, http_client=http, max_retries=0)
            for _ in range(2):
                stream = await client.chat.completions.create(
                    model="m", messages=[{"role": "user", "content": "hi"}], stream=True
                )
                assert [chunk.choices[0].delta.content async for chunk in stream] == ["Hello"]
            return listener.hits

    assert asyncio.run(scenario()) == 1


def test_first_piece_arrives_before_the_last_is_written(serve: Any) -> None:
    async def scenario() -> list[bytes]:
        goes_on = asyncio.Event()

        async def handle(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(STREAM_HEAD + b"one")
            await writer.drain()
            await goes_on.wait()
            writer.write(b"two")

        async with (
            serve(handle) as listener,
            async_client(AllowList.parse(f"127.0.0.1:{listener.port}"), 5) as client,
            client.stream("GET", f"http://127.0.0.1:{listener.port}/") as answer,
        ):
            pieces = []
            async for piece in answer.aiter_raw():
                pieces.append(piece)
                goes_on.set()
            return pieces

    assert asyncio.run(scenario()) == [b"one", b"two"]


@pytest.mark.requirement("promises 7.59")
@pytest.mark.requirement("promise P27")
def test_sdk_to_an_unlisted_address_sends_nothing(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            monkeypatch.setattr(rule, "_OPEN_PORTS", frozenset({listener.port}))
            with pytest.raises(BlockedAddress) as refused:
                await ask(listener, allow=NOTHING)
            assert EgressError.behind(refused.value) is refused.value
            assert refused.value.sent is False
            return int(listener.hits)

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.57")
def test_sdk_follows_no_redirect(serve: Any) -> None:
    async def scenario() -> int:
        async with serve() as victim:
            location = b"Location: http://127.0.0.1:%d/v1" % victim.port
            async with serve(answering(response(b"", location, status=b"307 Moved"))) as listener:
                allow = AllowList.parse(f"127.0.0.1:{listener.port},127.0.0.1:{victim.port}")
                with pytest.raises(RedirectRefused):
                    await ask(listener, allow=allow)
            return int(victim.hits)

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.57")
@pytest.mark.requirement("promise P27")
def test_name_that_turns_private_is_refused(
    serve: Any, scripted_resolver: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            monkeypatch.setattr(rule, "_OPEN_PORTS", frozenset({listener.port}))
            resolver = scripted_resolver(shop_example=[("192.0.0.1",), ("127.0.0.1",)])
            async with async_client(NOTHING, 2, resolver=resolver) as client:
                for _ in range(2):
                    with pytest.raises(BlockedAddress):
                        await client.get(f"https://shop.example:{listener.port}/")
            return int(listener.hits)

    assert asyncio.run(scenario()) == 0


def test_original_name_stands_in_tls_and_the_second_address_is_tried(
    serve: Any, scripted_resolver: Any, authority: Any
) -> None:
    async def scenario() -> Any:
        async with serve(answering(response(b"ok")), tls=authority.server) as listener:
            # Nobody listens on the first.
            resolver = scripted_resolver(shop_example=[("127.0.0.2", "127.0.0.1")])
            allow = AllowList.parse(f"shop.example:{listener.port}")
            async with async_client(allow, 5, resolver=resolver, tls=authority.client) as client:
                answer = await client.get(f"https://shop.example:{listener.port}/")
            return answer.content, listener.server_names, resolver.asked, listener.heads[0].lower()

    content, names, asked, head = asyncio.run(scenario())

    assert (content, names, asked) == (b"ok", ["shop.example"], ["shop.example"])
    assert "host: shop.example:" in head


def test_certificate_of_another_name_is_refused(serve: Any, scripted_resolver: Any, authority: Any) -> None:
    async def scenario() -> int:
        async with serve(tls=authority.server) as listener:
            resolver = scripted_resolver(other_example=[("127.0.0.1",)])
            allow = AllowList.parse(f"other.example:{listener.port}")
            async with async_client(allow, 5, resolver=resolver, tls=authority.client) as client:
                with pytest.raises(httpx2.ConnectError):
                    await client.get(f"https://other.example:{listener.port}/")
            return len(listener.heads)

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.60")
def test_compressed_bomb_below_the_sdk_is_stopped(serve: Any) -> None:
    async def scenario() -> None:
        bomb = gzip.compress(bytes(64 << 20))
        async with serve(answering(response(bomb, b"Content-Encoding: gzip"))) as listener:
            await ask(listener)

    with pytest.raises(ResponseTooLarge):
        asyncio.run(scenario())


@pytest.mark.requirement("promises 7.60")
def test_endless_stream_below_the_sdk_is_stopped(serve: Any) -> None:
    async def scenario() -> None:
        async with serve(answering(STREAM_HEAD, *[frame("x" * 1000)] * 5000)) as listener:
            await ask_streaming(listener, limit=100_000)

    with pytest.raises(ResponseTooLarge):
        asyncio.run(scenario())


@pytest.mark.requirement("promises 7.60")
@pytest.mark.parametrize("head", [STREAM_HEAD, b""], ids=["slow stream", "no answer"])
def test_whole_time_is_bounded(serve: Any, head: bytes) -> None:
    async def scenario() -> float:
        async with serve(answering(head, *[b": x\n\n" if head else b""] * 20, pause=0.1)) as listener:
            begun = asyncio.get_running_loop().time()
            with pytest.raises(
                (openai.APITimeoutError, httpx2.ReadTimeout, openai.APIConnectionError)
            ) as cut:
                await ask_streaming(listener, timeout=0.5)
            found = EgressError.behind(cut.value)
            assert found is not None
            assert found.code == "timeout"
            return asyncio.get_running_loop().time() - begun

    assert asyncio.run(scenario()) < 1.5


def test_cancelled_question_closes_its_connection(serve: Any) -> None:
    async def scenario() -> bool:
        closed = asyncio.Event()

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(STREAM_HEAD + frame("x"))
            await writer.drain()
            while await reader.read(1000):
                pass
            closed.set()

        async with serve(handle) as listener:
            question = asyncio.create_task(ask_streaming(listener, timeout=30))
            await asyncio.sleep(0.3)
            question.cancel()
            with pytest.raises(asyncio.CancelledError):
                await question
            await asyncio.wait_for(closed.wait(), 5)
            return closed.is_set()

    assert asyncio.run(scenario())


def test_compressed_answer_is_unpacked_and_cookies_are_forgotten(serve: Any) -> None:
    async def scenario() -> Any:
        body = response(gzip.compress(b"hello"), b"Content-Encoding: gzip", b"Set-Cookie: sid=1")
        async with (
            serve(answering(body)) as listener,
            async_client(AllowList.parse(f"127.0.0.1:{listener.port}"), 5) as client,
        ):
            first = await client.get(f"http://127.0.0.1:{listener.port}/")
            await client.get(f"http://127.0.0.1:{listener.port}/")
            return first.text, listener.heads

    text, heads = asyncio.run(scenario())

    assert text == "hello"
    assert not any("cookie" in head.lower() for head in heads)


def test_encoding_that_is_not_read_is_refused(serve: Any) -> None:
    async def scenario() -> None:
        async with (
            serve(answering(response(b"x", b"Content-Encoding: br"))) as listener,
            async_client(AllowList.parse(f"127.0.0.1:{listener.port}"), 5) as client,
        ):
            await client.get(f"http://127.0.0.1:{listener.port}/")

    with pytest.raises(InvalidResponse):
        asyncio.run(scenario())


def test_proxy_of_the_environment_is_ignored(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> int:
        async with serve() as proxy, serve(answering(response(COMPLETION))) as listener:
            for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            await ask(listener)
            return int(proxy.hits)

    assert asyncio.run(scenario()) == 0
