"""What goes wrong on request before an answer is made: refusals, silence, a connection that breaks."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

import orjson

from orchestration.providers.model_server.api import Problem
from orchestration.providers.model_server.counts import Counts
from orchestration.providers.model_server.http import Exchange
from orchestration.providers.model_server.scenario import Fault, Scenario

FOREVER: Final = 86_400
"""Seconds; nobody waits as long."""

_REFUSALS: Mapping[Fault, tuple[int, str, str]] = {
    Fault.RATE_LIMITED: (429, "rate_limit_exceeded", "Rate limit reached, as the scenario says."),
    Fault.QUOTA: (429, "insufficient_quota", "The quota is used up, as the scenario says."),
    Fault.SERVER_ERROR: (500, "server_error", "The server failed, as the scenario says."),
    Fault.UNAVAILABLE: (503, "overloaded", "The server is overloaded, as the scenario says."),
    Fault.OVERLOADED: (529, "overloaded", "The server is overloaded, as the scenario says."),
    Fault.UNAUTHENTICATED: (401, "invalid_api_key", "The key is not valid, as the scenario says."),
    Fault.CONTEXT_TOO_LONG: (400, "context_length_exceeded", "The messages exceed the context length."),
    Fault.BAD_REQUEST: (400, "invalid_value", "The request is not valid, as the scenario says."),
}
_WITH_RETRY_AFTER = (Fault.RATE_LIMITED, Fault.UNAVAILABLE, Fault.OVERLOADED)


class SaysErrors(Protocol):
    """An API as far as refusals go."""

    def error(self, problem: Problem) -> dict[str, Any]: ...


def refuse(
    exchange: Exchange, api: SaysErrors, problem: Problem, headers: dict[str, str] | None = None
) -> None:
    exchange.answer(problem.status, orjson.dumps(api.error(problem)), headers)


def read_scenario(base: Scenario, exchange: Exchange, path: str, in_model: str) -> Scenario:
    """What a request says of its own answer, the strongest last. Raises ValueError."""
    for text in (path, exchange.request.headers.get("x-baton-scenario", ""), in_model):
        base = Scenario.read(text, base)
    return base


def struck(scenario: Scenario, counts: Counts, key: str) -> Scenario:
    """The scenario without its fault where that is not due yet, or has struck often enough."""
    if scenario.fault is None or counts.strike(scenario.key or key, scenario.times, scenario.after):
        return scenario
    return replace(scenario, fault=None)


async def misbehave(exchange: Exchange, api: SaysErrors, scenario: Scenario) -> bool:
    """Answer with a refusal or with nothing; False where an answer is due."""
    if refusal := _REFUSALS.get(scenario.fault) if scenario.fault else None:
        wait = scenario.fault in _WITH_RETRY_AFTER and scenario.retry_after
        headers = {"retry-after": scenario.retry_after} if wait else None
        refuse(exchange, api, Problem(*refusal), headers)
        return True
    if scenario.fault is Fault.HANG:
        await asyncio.sleep(FOREVER)
    if scenario.fault is Fault.CLOSE:
        exchange.break_off()
        return True
    return False


async def sleep_ms(milliseconds: int) -> None:
    if milliseconds > 0:
        await asyncio.sleep(milliseconds / 1000)
