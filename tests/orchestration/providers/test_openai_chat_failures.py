"""Failures of chat completions: what each is called, whether it is worth another try, and when."""

import asyncio
import time
from typing import Any

import pytest
from provider_world import SECRET, eventually, world

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelError
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.client import open_client


def failure_of(scenario: str, **asked: Any) -> ModelError:
    async def once() -> ModelError:
        async with world(scenario=scenario) as here:
            with pytest.raises(ModelError) as caught:
                await here.ask("Hello there", **asked)
            assert here.server.counts.total == 1, "the SDK retried by itself"
            return caught.value

    return asyncio.run(once())


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize(
    ("fault", "code", "retryable"),
    [
        ("rate_limited", "provider_rate_limited", True),
        ("quota", "provider_rate_limited", False),
        ("server_error", "provider_error", True),
        ("unavailable", "provider_error", True),
        ("error_event", "provider_error", True),
        ("close", "provider_unavailable", True),
        ("cut", "malformed_stream", True),
        ("garbage", "malformed_stream", True),
        ("no_finish", "malformed_stream", True),
        ("context_too_long", "context_too_long", False),
        ("bad_request", "invalid_request", False),
        ("unauthenticated", "authentication", False),
    ],
)
def test_a_failure_has_its_code_and_is_asked_for_once(fault: str, code: str, retryable: bool) -> None:
    error = failure_of(f"fault={fault}")

    assert (error.code, error.retryable) == (code, retryable)


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize("fault", ["hang", "stall"])
def test_a_provider_that_says_nothing_more_times_out(fault: str) -> None:
    started = time.monotonic()

    error = failure_of(f"fault={fault}", timeout=0.3)

    assert (error.code, error.retryable) == ("provider_timeout", True)
    assert time.monotonic() - started < 2


def test_a_drip_of_pieces_does_not_outlive_the_timeout() -> None:
    error = failure_of("chunks=20&gap_ms=100", timeout=0.4)

    assert error.code == "provider_timeout"


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("-1", None),
    ],
)
def test_a_rate_limit_says_how_long_to_wait(retry_after: str, seconds: float | None) -> None:
    error = failure_of(f"fault=rate_limited&retry_after={retry_after.replace(' ', '+')}")

    assert error.retry_after == seconds


def test_a_rate_limit_that_passes_is_answered_then() -> None:
    async def twice_then_answer() -> list[str]:
        async with world(scenario="fault=rate_limited&times=2&retry_after=3") as here:
            told = []
            for _ in range(2):
                with pytest.raises(ModelError) as caught:
                    await here.ask()
                told.append(str(caught.value.retry_after))
            return [*told, (await here.ask()).text]

    assert asyncio.run(twice_then_answer()) == ["3.0", "3.0", "You said: Hello"]


def test_a_connection_refused_is_unavailable() -> None:
    async def ask_a_stopped_server() -> ModelError:
        async with world() as here:
            await here.server.stop()
            with pytest.raises(ModelError) as caught:
                await here.ask()
            return caught.value

    error = asyncio.run(ask_a_stopped_server())

    assert (error.code, error.retryable) == ("provider_unavailable", True)


@pytest.mark.parametrize(
    "base_url",
    [
        "http://127.0.0.1:9/v1",
        "https://10.0.0.7/v1",
        "https://example.com/v1",
        "https://api.openai.com.example.com/v1",
        "http://api.openai.com/v1",
        "https://user@api.openai.com/v1",
        "file:///etc/passwd",
    ],
)
def test_a_host_that_nobody_listed_never_gets_the_key(base_url: str) -> None:
    with pytest.raises(ModelError) as caught:
        open_client(ConnectionSpec("c", "openai_chat", base_url), SECRET, AllowList())

    assert (caught.value.code, caught.value.retryable) == ("host_not_allowed", False)
    assert "BATON_EGRESS_ALLOW" in caught.value.message


def test_a_key_that_no_header_can_carry_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(ModelError) as caught:
        open_client(ConnectionSpec("c", "openai_chat"), "sk-1\r\nX-Evil: 1", AllowList())

    assert (caught.value.code, caught.value.retryable) == ("authentication", False)
    assert "sk-1" not in caught.value.message


def test_cancelling_a_call_closes_its_connection() -> None:
    async def cancel_midway(scenario: str) -> int:
        async with world(scenario=scenario) as here:
            call = asyncio.create_task(here.ask("Hello there"))
            await eventually(lambda: here.server.counts.in_flight == 1)
            await asyncio.sleep(0.05)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await eventually(lambda: here.server.counts.in_flight == 0)
            return here.server.counts.left

    assert asyncio.run(cancel_midway("fault=hang")) == 1
    assert asyncio.run(cancel_midway("chunks=50&gap_ms=50")) == 1
