"""Requests over real sockets: what leaves, what is refused, what is cut short."""

import asyncio
import gzip
import resource
import time
import zlib
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from baton.egress import resolver, rule
from baton.egress.aiohttp_carrier import AiohttpCarrier
from baton.egress.allow import NOTHING, AllowList
from baton.egress.body import MIB
from baton.egress.errors import (
    BlockedAddress,
    ConnectionFailed,
    EgressError,
    EgressTimeout,
    HostNotAllowed,
    InvalidHeader,
    InvalidResponse,
    RedirectRefused,
    ResponseTooLarge,
)
from baton.egress.exchange import Answer, Request
from baton.egress.gate import Gate

LISTED = "shop.example"


async def send(
    request: Request, allow: AllowList = NOTHING, resolver: Any = None, tls: Any = None, limit: int = MIB
) -> Answer:
    carrier = AiohttpCarrier(Gate(allow, resolver), limit=limit, tls=tls)
    try:
        return await carrier.send(request)
    finally:
        await carrier.close()


def answering(*pieces: bytes, pause: float = 0.0) -> Any:
    async def handle(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return handle


def response(body: bytes, *headers: bytes, status: bytes = b"200 OK") -> bytes:
    lines = [b"HTTP/1.1 " + status, b"Content-Length: %d" % len(body), *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


async def exchange(
    served: AbstractAsyncContextManager[Any], path: str = "/", timeout: float = 5.0, limit: int = MIB
) -> Answer:
    async with served as listener:
        allow = AllowList.parse(f"127.0.0.1:{listener.port}")
        return await send(
            Request("GET", f"http://127.0.0.1:{listener.port}{path}", timeout=timeout), allow, limit=limit
        )


def test_answer_comes_back_whole(serve: Any) -> None:
    answer = asyncio.run(
        exchange(serve(answering(response(b'{"a":1}', b"Content-Type: Application/JSON; charset=utf-8"))))
    )

    assert (answer.status, answer.media_type, answer.charset, answer.body) == (
        200,
        "application/json",
        "utf-8",
        b'{"a":1}',
    )


def test_request_leaves_as_written_and_with_nothing_else(serve: Any) -> None:
    async def scenario() -> str:
        async with serve(answering(response(b""))) as listener:
            url = f"http://127.0.0.1:{listener.port}/orders/a%2Fb?q=x%20y"
            headers = {"X-Trace": "t1", "Content-Type": "application/json"}
            request = Request("POST", url, headers, b'{"n":1}')
            await send(request, AllowList.parse(f"127.0.0.1:{listener.port}"))
            return listener.heads[0]

    line, *headers = asyncio.run(scenario()).strip().split("\r\n")

    names = {header.split(":")[0].lower() for header in headers}
    assert line == "POST /orders/a%2Fb?q=x%20y HTTP/1.1"
    assert names == {
        "host",
        "x-trace",
        "content-type",
        "content-length",
        "accept",
        "accept-encoding",
        "connection",
    }


@pytest.mark.requirement("promises 7.57")
@pytest.mark.requirement("promise P27")
@pytest.mark.parametrize("status", [300, 301, 302, 303, 305, 307, 308])
def test_redirect_is_refused_and_not_followed(serve: Any, status: int) -> None:
    async def scenario() -> int:
        async with serve() as victim:
            location = b"Location: http://127.0.0.1:%d/secret" % victim.port
            moved = answering(response(b"", location, status=b"%d Moved" % status))
            with pytest.raises(RedirectRefused) as refused:
                await exchange(serve(moved))
            assert (refused.value.code, refused.value.sent, refused.value.status) == (
                "redirect_refused",
                True,
                status,
            )
            return victim.hits

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.57")
@pytest.mark.requirement("promise P27")
def test_name_that_turns_private_is_refused_at_the_next_connection(
    serve: Any, scripted_resolver: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            monkeypatch.setattr(rule, "_OPEN_PORTS", frozenset({listener.port}))
            names = scripted_resolver(shop_example=[("192.0.0.1",), ("127.0.0.1",)])
            for _ in range(2):
                with pytest.raises(BlockedAddress) as refused:
                    await send(Request("GET", f"https://{LISTED}:{listener.port}/"), NOTHING, names)
                assert refused.value.sent is False
            assert names.asked == [LISTED, LISTED]
            return listener.hits

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promise P27")
def test_it_connects_to_what_was_checked_and_asks_only_once(serve: Any, scripted_resolver: Any) -> None:
    async def scenario() -> Any:
        async with serve(answering(response(b"ok"))) as listener:
            names = scripted_resolver(shop_example=[("127.0.0.1",), ("169.254.169.254",)])
            allow = AllowList.parse(f"{LISTED}:{listener.port}")
            answer = await send(Request("GET", f"http://{LISTED}:{listener.port}/"), allow, names)
            return answer.body, names.asked, listener.heads[0]

    body, asked, head = asyncio.run(scenario())

    assert body == b"ok"
    assert asked == [LISTED]
    assert f"host: {LISTED}:" in head.lower()


def test_original_name_stands_in_tls(serve: Any, scripted_resolver: Any, authority: Any) -> None:
    async def scenario() -> Any:
        async with serve(answering(response(b"ok")), tls=authority.server) as listener:
            names = scripted_resolver(shop_example=[("127.0.0.1",)])
            allow = AllowList.parse(f"{LISTED}:{listener.port}")
            url = f"https://{LISTED}:{listener.port}/"
            answer = await send(Request("GET", url), allow, names, authority.client)
            return answer.body, listener.server_names

    assert asyncio.run(scenario()) == (b"ok", [LISTED])


def test_certificate_of_another_name_is_refused(serve: Any, scripted_resolver: Any, authority: Any) -> None:
    async def scenario() -> int:
        async with serve(tls=authority.server) as listener:
            names = scripted_resolver(other_example=[("127.0.0.1",)])
            allow = AllowList.parse(f"other.example:{listener.port}")
            with pytest.raises(ConnectionFailed, match="certificate") as refused:
                await send(
                    Request("GET", f"https://other.example:{listener.port}/"),
                    allow,
                    names,
                    authority.client,
                )
            assert refused.value.sent is False
            return len(listener.heads)

    assert asyncio.run(scenario()) == 0


def test_unlisted_port_of_a_listed_host_is_refused(serve: Any) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            with pytest.raises(BlockedAddress):
                await send(
                    Request("GET", f"http://127.0.0.1:{listener.port}/"), AllowList.parse("127.0.0.1:1")
                )
            with pytest.raises(HostNotAllowed):
                await send(
                    Request("GET", f"http://{LISTED}:{listener.port}/"), AllowList.parse(f"{LISTED}:1")
                )
            return listener.hits

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.60")
def test_gzip_bomb_is_stopped_at_the_limit(serve: Any) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(MIB)) for _ in range(512)) + packer.flush()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with pytest.raises(ResponseTooLarge) as refused:
        asyncio.run(exchange(serve(answering(response(bomb, b"Content-Encoding: gzip")))))

    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert len(bomb) < MIB
    assert (refused.value.code, refused.value.status, refused.value.sent) == ("response_too_large", 200, True)
    assert grown < 50 * 1024


@pytest.mark.requirement("promises 7.60")
@pytest.mark.parametrize("framed", [True, False], ids=["declared length", "until close"])
def test_endless_body_is_stopped_at_the_limit(serve: Any, framed: bool) -> None:
    length = b"Content-Length: 10737418240\r\n" if framed else b""
    head = b"HTTP/1.1 200 OK\r\n" + length + b"\r\n"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with pytest.raises(ResponseTooLarge):
        asyncio.run(exchange(serve(answering(head, *[bytes(MIB)] * 200))))

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024


@pytest.mark.requirement("promises 7.60")
def test_empty_gzip_members_without_end_are_stopped(serve: Any) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"

    with pytest.raises(ResponseTooLarge):
        asyncio.run(exchange(serve(answering(head, *[gzip.compress(b"", mtime=0) * 4000] * 20))))


@pytest.mark.requirement("promises 7.60")
def test_one_byte_a_second_is_cut_at_the_whole_time(serve: Any) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    begun = time.monotonic()

    with pytest.raises(EgressTimeout, match="answered 200") as cut:
        asyncio.run(exchange(serve(answering(head, *[b"x"] * 1000, pause=0.1)), timeout=0.6))

    assert (cut.value.code, cut.value.sent, cut.value.status) == ("timeout", True, 200)
    assert time.monotonic() - begun < 5


@pytest.mark.requirement("promises 7.60")
def test_server_that_never_answers_is_cut(serve: Any) -> None:
    with pytest.raises(EgressTimeout) as cut:
        asyncio.run(exchange(serve(answering(b"", pause=1)), timeout=0.4))

    assert (cut.value.sent, cut.value.status) == (True, None)


def test_interim_answers_without_end_are_cut(serve: Any) -> None:
    with pytest.raises(EgressError):
        asyncio.run(
            exchange(serve(answering(*[b"HTTP/1.1 102 Processing\r\n\r\n"] * 500, pause=0.01)), timeout=0.5)
        )


@pytest.mark.requirement("promises 7.60")
@pytest.mark.parametrize("header", [b"X: " + b"y" * 100_000, b"X" * 100_000 + b": y"])
def test_huge_header_is_refused(serve: Any, header: bytes) -> None:
    with pytest.raises(ResponseTooLarge) as refused:
        asyncio.run(exchange(serve(answering(response(b"", header)))))

    assert refused.value.sent is True


def test_thousands_of_headers_are_refused(serve: Any) -> None:
    with pytest.raises(EgressError):
        asyncio.run(
            exchange(serve(answering(response(b"", *[b"X-%d: y" % number for number in range(5000)]))))
        )


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"hello", mtime=0), b"gzip"),
        (gzip.compress(b"hel", mtime=0) + gzip.compress(b"lo", mtime=0), b"x-gzip"),
        (zlib.compress(b"hello"), b"deflate"),
        (zlib.compress(b"hello", wbits=-15), b"deflate"),
        (b"hello", b"identity"),
    ],
)
def test_compressed_answer_is_unpacked(serve: Any, body: bytes, encoding: bytes) -> None:
    answer = asyncio.run(exchange(serve(answering(response(body, b"Content-Encoding: " + encoding)))))

    assert answer.body == b"hello"


def test_exactly_the_limit_passes_and_one_byte_more_does_not(serve: Any) -> None:
    packed = gzip.compress(bytes(MIB))

    answer = asyncio.run(exchange(serve(answering(response(packed, b"Content-Encoding: gzip")))))
    with pytest.raises(ResponseTooLarge):
        asyncio.run(
            exchange(serve(answering(response(gzip.compress(bytes(MIB + 1)), b"Content-Encoding: gzip"))))
        )

    assert answer.body == bytes(MIB)


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"not gzip", b"gzip"),
        (gzip.compress(b"hello" * 100, mtime=0)[:-9], b"gzip"),
        (b"hello", b"br"),
        (b"hello", b"gzip, gzip"),
        (b"hello", b"zstd"),
    ],
)
def test_encoding_that_cannot_be_read_is_refused(serve: Any, body: bytes, encoding: bytes) -> None:
    with pytest.raises(InvalidResponse) as refused:
        asyncio.run(exchange(serve(answering(response(body, b"Content-Encoding: " + encoding)))))

    assert (refused.value.sent, refused.value.status) == (True, 200)


@pytest.mark.parametrize(
    "wire", [b"SSH-2.0-OpenSSH_9\r\n", b"HTTP/1.1 999999 x\r\n\r\n", b"\x00\x01\x02\r\n\r\n"]
)
def test_other_side_that_speaks_no_http_is_no_answer(serve: Any, wire: bytes) -> None:
    with pytest.raises((InvalidResponse, ConnectionFailed)) as refused:
        asyncio.run(exchange(serve(answering(wire))))

    assert (refused.value.sent, refused.value.status) == (True, None)


def test_connection_that_breaks_may_have_sent(serve: Any) -> None:
    with pytest.raises(ConnectionFailed) as broken:
        asyncio.run(exchange(serve(answering())))
    with pytest.raises(ConnectionFailed) as cut:
        asyncio.run(exchange(serve(answering(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"))))

    assert (broken.value.sent, broken.value.status) == (True, None)
    assert (cut.value.sent, cut.value.status) == (True, 200)


def test_refused_connection_proves_that_nothing_left(serve: Any) -> None:
    async def scenario() -> None:
        async with serve() as listener:
            port = listener.port
        await send(Request("GET", f"http://127.0.0.1:{port}/"), AllowList.parse(f"127.0.0.1:{port}"))

    with pytest.raises(ConnectionFailed, match="cannot be reached") as refused:
        asyncio.run(scenario())

    assert refused.value.sent is False


def test_broken_connection_is_not_tried_again(serve: Any) -> None:
    async def scenario() -> int:
        async with serve(answering()) as listener:
            allow = AllowList.parse(f"127.0.0.1:{listener.port}")
            for method in ("GET", "PUT", "DELETE", "POST"):
                with pytest.raises(ConnectionFailed):
                    await send(Request(method, f"http://127.0.0.1:{listener.port}/"), allow)  # type: ignore[arg-type]
            return int(listener.hits)

    assert asyncio.run(scenario()) == 4


def test_cookie_of_one_answer_is_not_sent_with_the_next(serve: Any) -> None:
    async def scenario() -> list[str]:
        async with serve(answering(response(b"", b"Set-Cookie: sid=1; Path=/"))) as listener:
            carrier = AiohttpCarrier(Gate(AllowList.parse(f"127.0.0.1:{listener.port}")))
            for _ in range(2):
                await carrier.send(Request("GET", f"http://127.0.0.1:{listener.port}/"))
            await carrier.close()
            return list(listener.heads)

    assert not any("cookie" in head.lower() for head in asyncio.run(scenario()))


def test_proxy_of_the_environment_is_ignored(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> int:
        async with serve() as proxy:
            for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            await exchange(serve(answering(response(b"ok"))))
            return int(proxy.hits)

    assert asyncio.run(scenario()) == 0


@pytest.mark.requirement("promises 7.58")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-A", "1\r\nX-B: 2"),
        ("X-A", "1\n"),
        ("X-A", "\r"),
        ("X-A", "a\x00b"),
        ("X-A", "ü"),
        ("X-A", " padded"),
        ("X-A", "x" * 9000),
        ("X A", "1"),
        ("X-A\r\nX-B", "1"),
        ("", "1"),
        ("Hôst", "1"),
        ("Host", "evil.example"),
        ("hOsT", "evil.example"),
        ("Content-Length", "0"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "close"),
        ("Expect", "100-continue"),
        ("Upgrade", "h2c"),
        ("Proxy-Authorization", "x"),
        ("Accept-Encoding", "br"),
    ],
)
def test_header_that_changes_the_frame_is_refused(serve: Any, name: str, value: str) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            url = f"http://127.0.0.1:{listener.port}/"
            with pytest.raises(InvalidHeader) as refused:
                await send(Request("GET", url, {name: value}), AllowList.parse(f"127.0.0.1:{listener.port}"))
            assert refused.value.code == "invalid_header"
            assert not value.strip() or value not in refused.value.message or len(value) < 3
            return int(listener.hits)

    assert asyncio.run(scenario()) == 0


def test_name_is_resolved_by_the_system(serve: Any) -> None:
    async def scenario() -> Answer:
        async with serve(answering(response(b"ok"))) as listener:
            url = f"http://localhost:{listener.port}/"
            return await send(Request("GET", url), AllowList.parse(f"localhost:{listener.port}"))

    answer = asyncio.run(scenario())

    assert (answer.status, answer.body, answer.media_type) == (200, b"ok", "")


def test_slow_name_server_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolver, "_look_up", lambda _host: time.sleep(2))

    with pytest.raises(EgressTimeout, match="not resolved") as given_up:
        asyncio.run(resolver.SystemResolver(seconds=0.2).resolve("shop.example"))

    assert given_up.value.sent is False
