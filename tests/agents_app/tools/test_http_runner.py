"""Calls of HTTP tools against a real server: what arrives there, what comes back, and what is known after."""

import asyncio
import gzip
import json
from typing import Any

import pytest

from agents_app.tools.http.runner import HttpToolRunner
from agents_app.tools.registry import RUNNERS, open_runner
from baton.egress.allow import NOTHING, AllowList
from orchestration.engine.ports import CredentialValue, ToolError, ToolInvocation, ToolOutcome

SECRET = "Bearer sk-canary-0123456789"


async def run(invocation: ToolInvocation, allow: AllowList) -> ToolOutcome:
    runner = HttpToolRunner(allow)
    try:
        return await runner.run(invocation)
    finally:
        await runner.close()


def call(shop_context: Any, invoke: Any, path: str = "/x", **parts: Any) -> tuple[ToolOutcome, Any]:
    async def scenario() -> tuple[ToolOutcome, Any]:
        async with shop_context as shop:
            invocation = invoke("{SHOP_URL}" + path, variables={"SHOP_URL": shop.url}, **parts)
            return await run(invocation, shop.allow), shop

    return asyncio.run(scenario())


def failing(shop_context: Any, invoke: Any, **parts: Any) -> ToolError:
    with pytest.raises(ToolError) as failed:
        call(shop_context, invoke, **parts)
    return failed.value


def test_call_arrives_as_it_was_shown(open_shop: Any, invoke: Any) -> None:
    outcome, shop = call(
        open_shop('{ "refund": "r-1" }'),
        invoke,
        "/orders/{order}/refunds",
        arguments={"order": "NL/1", "amount": 120.0, "note": "ü"},
        method="POST",
        body="all",
        query=("note",),
    )

    (request,) = shop.requests
    assert (request.method, request.raw_path) == ("POST", "/orders/NL%2F1/refunds?note=%C3%BC")
    assert json.loads(request.body) == {"order": "NL/1", "amount": 120, "note": "ü"}
    assert request.headers["idempotency-key"] == "tc_0123"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["host"] == shop.host
    assert outcome == ToolOutcome('{"refund":"r-1"}', '{"refund":"r-1"}', 200, False, outcome.duration_ms)


def test_same_call_twice_carries_the_same_key(open_shop: Any, invoke: Any) -> None:
    async def scenario() -> list[str]:
        async with open_shop() as shop:
            runner = open_runner("http", shop.allow)
            for _ in range(2):
                await runner.run(invoke(shop.url + "/x"))
            await runner.close()
            return [request.headers["idempotency-key"] for request in shop.requests]

    assert asyncio.run(scenario()) == ["tc_0123", "tc_0123"]


def test_credential_is_sent_to_its_host_and_never_read_back(open_shop: Any, invoke: Any) -> None:
    async def scenario() -> Any:
        async with open_shop(json.dumps({"you sent": SECRET, "key": SECRET.split()[1]})) as shop:
            credential = CredentialValue("shop-key", shop.host, "Authorization", SECRET)
            return await run(invoke(shop.url + "/x", credential=credential), shop.allow), shop

    outcome, shop = asyncio.run(scenario())

    assert shop.requests[0].headers["authorization"] == SECRET
    assert outcome.content == outcome.full == '{"you sent":"[secret]","key":"[secret]"}'


@pytest.mark.requirement("promises 7.59")
def test_credential_of_another_host_sends_nothing(open_shop: Any, invoke: Any) -> None:
    async def scenario() -> Any:
        async with open_shop() as shop:
            credential = CredentialValue("shop-key", "shop.example", "Authorization", SECRET)
            with pytest.raises(ToolError) as refused:
                await run(invoke(shop.url + "/x", credential=credential), shop.allow)
            return refused.value, shop.requests

    error, requests = asyncio.run(scenario())

    assert (error.code, error.sent, error.outcome_known) == ("host_not_allowed", False, True)
    assert requests == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 429, 500, 501, 503])
def test_error_answer_is_known_and_quoted_without_the_secret(
    open_shop: Any, invoke: Any, status: int
) -> None:
    async def scenario() -> ToolError:
        async with open_shop(json.dumps({"error": f"bad key {SECRET}"}), status=status) as shop:
            credential = CredentialValue("shop-key", shop.host, "Authorization", SECRET)
            with pytest.raises(ToolError) as failed:
                await run(invoke(shop.url + "/x", credential=credential), shop.allow)
            return failed.value

    error = asyncio.run(scenario())

    assert (error.code, error.status) == ("tool_error", status)
    assert (error.sent, error.answered, error.outcome_known) == (True, True, True)
    assert f"find_order answered {status} " in error.message
    assert '{"error":"bad key [secret]"}' in error.message
    assert "canary" not in error.message


@pytest.mark.parametrize("status", [502, 504])
def test_gateway_that_lost_the_request_leaves_it_unknown(open_shop: Any, invoke: Any, status: int) -> None:
    error = failing(open_shop("", status=status), invoke)

    assert (error.code, error.sent, error.answered, error.outcome_known) == ("tool_error", True, False, False)


def test_long_error_answer_is_shortened(open_shop: Any, invoke: Any) -> None:
    error = failing(open_shop("x" * 500_000, status=500, content_type="text/plain"), invoke)

    assert len(error.message) < 5000
    assert "bytes are left out here" in error.message


@pytest.mark.requirement("promises 7.57")
def test_redirect_is_refused_and_known(open_shop: Any, invoke: Any) -> None:
    error = failing(open_shop("", status=302, Location="http://127.0.0.1:1/"), invoke)

    assert (error.code, error.status, error.outcome_known) == ("redirect_refused", 302, True)


@pytest.mark.requirement("promises 7.56")
@pytest.mark.requirement("promise P27")
@pytest.mark.parametrize(
    "base",
    [
        "http://127.1",
        "http://2130706433",
        "http://[::ffff:169.254.169.254]",
        "https://[64:ff9b::7f00:1]",
        "https://[2002:7f00:1::]",
        "https://100.64.0.1",
        "https://224.0.0.1",
        "http://①②⑦.0.0.1",
    ],
)
def test_private_address_is_blocked_before_anything_leaves(invoke: Any, base: str) -> None:
    with pytest.raises(ToolError) as refused:
        asyncio.run(run(invoke(base + "/x"), NOTHING))

    assert (refused.value.code, refused.value.sent, refused.value.outcome_known) == (
        "blocked_address",
        False,
        True,
    )


@pytest.mark.requirement("promises 7.58")
@pytest.mark.parametrize(
    ("url", "headers", "code"),
    [
        ("file:///etc/passwd", {}, "invalid_url"),
        ("https://user:word@shop.example/", {}, "invalid_url"),
        ("https://shop.example/\r\nX: 1", {}, "invalid_url"),
        ("https://shop.example/", {"X-A": "1\r\nX-B: 2"}, "invalid_header"),
        ("https://shop.example/", {"Host": "evil.example"}, "invalid_header"),
        ("http://shop.example/", {}, "host_not_allowed"),
        ("https://shop.example/{a}", {}, "invalid_arguments"),
    ],
)
def test_request_that_cannot_be_made_sends_nothing(invoke: Any, url: str, headers: Any, code: str) -> None:
    with pytest.raises(ToolError) as refused:
        asyncio.run(run(invoke(url, headers=headers), NOTHING))

    assert (refused.value.code, refused.value.sent) == (code, False)


@pytest.mark.requirement("promises 7.60")
def test_gzip_bomb_fails_with_its_status_known(open_shop: Any, invoke: Any) -> None:
    bomb = gzip.compress(bytes(64 * 1024 * 1024))

    error = failing(open_shop(bomb, **{"Content-Encoding": "gzip"}), invoke)

    assert (error.code, error.status, error.sent, error.outcome_known) == (
        "response_too_large",
        200,
        True,
        True,
    )


@pytest.mark.requirement("promises 7.60")
def test_server_that_does_not_answer_leaves_the_outcome_unknown(invoke: Any) -> None:
    async def scenario() -> ToolError:
        async def silent(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(1)
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            question = invoke(f"http://127.0.0.1:{port}/", timeout=0.3)
            with pytest.raises(ToolError) as failed:
                await run(question, AllowList.parse(f"127.0.0.1:{port}"))
            return failed.value

    error = asyncio.run(scenario())

    assert (error.code, error.sent, error.answered, error.outcome_known) == ("timeout", True, False, False)


def test_nobody_listening_proves_that_nothing_left(open_shop: Any, invoke: Any) -> None:
    async def scenario() -> ToolError:
        async with open_shop() as shop:
            pass
        with pytest.raises(ToolError) as failed:
            await run(invoke(shop.url + "/x"), shop.allow)
        return failed.value

    error = asyncio.run(scenario())

    assert (error.code, error.sent, error.outcome_known) == ("connection_failed", False, True)


@pytest.mark.requirement("case T07")
def test_long_answer_is_shortened_for_the_model_and_kept_for_the_record(open_shop: Any, invoke: Any) -> None:
    text = "HEAD" + "ü" * 60_000 + "TAIL"

    outcome, _ = call(open_shop(text, content_type="text/plain; charset=utf-8"), invoke, response="text")

    assert outcome.truncated
    assert outcome.full == text
    assert len(outcome.content.encode()) <= 64 * 1024
    assert outcome.content.startswith("HEAD")
    assert outcome.content.endswith("TAIL")
    assert "of 120008 bytes are left out here]" in outcome.content


@pytest.mark.requirement("case T07")
def test_very_long_answer_is_bounded_in_the_record_too(open_shop: Any, invoke: Any) -> None:
    outcome, _ = call(open_shop(json.dumps(["x" * 100] * 8000)), invoke)

    assert outcome.truncated
    assert 200 * 1024 < len(outcome.full.encode()) <= 256 * 1024
    assert len(outcome.content.encode()) <= 64 * 1024


@pytest.mark.requirement("case T12")
@pytest.mark.parametrize(
    ("body", "content_type", "response", "content"),
    [
        (b'{"text": "bad \\ud83d end"}', "application/json", "json", '{"text":"bad \ufffd end"}'),
        (b'{"text": "a\\u0000b"}', "application/json", "json", '{"text":"a\\u0000b"}'),
        (
            b'{"smile": "\\ud83d\\ude00", "k": "M\\u00fcller"}',
            "application/json",
            "json",
            '{"smile":"😀","k":"Müller"}',
        ),
        (b"bad \xed\xa0\xbd end", "text/plain", "text", "bad \ufffd\ufffd\ufffd end"),
        (b"a\x00b", "text/plain", "text", "a\ufffdb"),
        (b"\xff\xfe", "text/plain", "text", "\ufffd\ufffd"),
        (b"M\xfcller", "text/plain; charset=iso-8859-1", "text", "Müller"),
        (b"M\xc3\xbcller", "text/plain; charset=rot13", "text", "Müller"),
        (b"M\xc3\xbcller", "text/plain; charset=nonsense", "text", "Müller"),
        (b"\xef\xbb\xbf{ }", "application/json", "json", "{}"),
        (b'{ "a" : [1.50, 2] }', "application/problem+json", "json", '{"a":[1.5,2]}'),
        (b'{ "a" : 1 }', "application/json", "text", '{ "a" : 1 }'),
        (b'{ "a" : 1, "a": 2 }', "application/json", "json", '{ "a" : 1, "a": 2 }'),
        (b'{ "a" : NaN }', "application/json", "json", '{ "a" : NaN }'),
        (b'{ "a" : 1e999 }', "application/json", "json", '{ "a" : 1e999 }'),
        (b"[" * 100_000, "application/json", "json", None),
        (b"9" * 50_000, "application/json", "json", None),
        (b"not json", "application/json", "json", "not json"),
        (b"", "application/json", "json", "[answered 200 OK with an empty body]"),
        (
            b"%PDF-1",
            "application/pdf",
            "json",
            "[answered 200 OK with 6 bytes of application/pdf, which is not text]",
        ),
        (
            b"x",
            "a" * 90 + "/b",
            "json",
            "[answered 200 OK with 1 bytes of an unknown type, which is not text]",
        ),
    ],
)
def test_answer_becomes_text_that_every_store_takes(
    open_shop: Any, invoke: Any, body: bytes, content_type: str, response: str, content: str | None
) -> None:
    outcome, _ = call(open_shop(body, content_type=content_type), invoke, response=response)

    assert content is None or outcome.content == content
    outcome.content.encode()
    assert "\x00" not in outcome.full


def test_empty_answer_says_its_status(open_shop: Any, invoke: Any) -> None:
    outcome, _ = call(open_shop(b"", status=204, content_type=""), invoke)

    assert (outcome.content, outcome.status) == ("[answered 204 No Content with an empty body]", 204)


def test_one_runner_serves_many_calls_at_once(open_shop: Any, invoke: Any) -> None:
    async def scenario() -> int:
        async with open_shop() as shop:
            runner = HttpToolRunner(shop.allow)
            await asyncio.gather(*(runner.run(invoke(shop.url + f"/{number}")) for number in range(40)))
            await runner.close()
            await runner.close()
            return len({request.raw_path for request in shop.requests})

    assert asyncio.run(scenario()) == 40


def test_every_kind_has_a_runner() -> None:
    assert list(RUNNERS) == ["http", "mcp"]
    assert isinstance(open_runner("http", NOTHING), HttpToolRunner)
