"""The answer to one request, good or bad as its scenario says."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import replace

import orjson

from orchestration.providers.model_server.api import Api, Problem, Refusal
from orchestration.providers.model_server.completion import Completion, with_fault
from orchestration.providers.model_server.counts import Counts
from orchestration.providers.model_server.http import Exchange
from orchestration.providers.model_server.scenario import Fault, Scenario
from orchestration.providers.scripted.script import Script, ScriptError
from orchestration.providers.scripted.usage import counted_usage

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
_FOREVER = 86_400


async def answer_request(
    exchange: Exchange, api: Api, path: str, scripts: Mapping[str, Script], base: Scenario, counts: Counts
) -> None:
    """One request for a completion, answered from a script with the faults that were asked for."""
    try:
        asked = api.read(orjson.loads(exchange.request.body))
        name, _, in_model = asked.model.partition("?")
        scenario = _read_scenario(base, path, exchange.request.headers.get("x-baton-scenario", ""), in_model)
    except Refusal as error:
        _refuse(exchange, api, error.problem)
        return
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        _refuse(exchange, api, Problem(400, "invalid_value", f"The request is not readable: {error!r}."))
        return
    scenario = _struck(scenario, counts, f"{path} {in_model}")
    if name not in scripts:
        _refuse(exchange, api, Problem(404, "model_not_found", f"There is no script {name!r}."))
        return
    try:
        reply = with_fault(scripts[name](asked.messages, asked.tools), scenario.fault)
    except ScriptError as error:
        _refuse(exchange, api, Problem(400, "invalid_value", str(error)))
        return
    await _sleep_ms(scenario.latency_ms + reply.latency_ms)
    if await _misbehave(exchange, api, scenario):
        return
    completion = Completion(
        digest=hashlib.sha256(exchange.request.body).hexdigest()[:24],
        model=name,
        reply=reply,
        usage=reply.usage or counted_usage(asked.messages, reply),
        scenario=scenario,
        seals_thoughts=asked.seals_thoughts,
    )
    api.keep(asked, completion)
    if asked.stream:
        await _stream(exchange, api, completion, scenario)
    else:
        exchange.answer(200, orjson.dumps(api.whole(completion)))


def _refuse(exchange: Exchange, api: Api, problem: Problem, headers: dict[str, str] | None = None) -> None:
    exchange.answer(problem.status, orjson.dumps(api.error(problem)), headers)


def _read_scenario(scenario: Scenario, *texts: str) -> Scenario:
    for text in texts:
        scenario = Scenario.read(text, scenario)
    return scenario


def _struck(scenario: Scenario, counts: Counts, key: str) -> Scenario:
    """The scenario without its fault where that has struck often enough."""
    if scenario.fault is None or counts.strike(scenario.key or key, scenario.times):
        return scenario
    return replace(scenario, fault=None)


async def _misbehave(exchange: Exchange, api: Api, scenario: Scenario) -> bool:
    """Answer with a refusal or with nothing; False where a completion is due."""
    if refusal := _REFUSALS.get(scenario.fault) if scenario.fault else None:
        wait = scenario.fault in _WITH_RETRY_AFTER and scenario.retry_after
        headers = {"retry-after": scenario.retry_after} if wait else None
        _refuse(exchange, api, Problem(*refusal), headers)
        return True
    if scenario.fault is Fault.HANG:
        await asyncio.sleep(_FOREVER)
    if scenario.fault is Fault.CLOSE:
        exchange.break_off()
        return True
    return False


async def _stream(exchange: Exchange, api: Api, completion: Completion, scenario: Scenario) -> None:
    """Without a gap the whole stream is one write."""
    events = api.events(completion)
    if scenario.fault in (Fault.CUT, Fault.STALL, Fault.GARBAGE, Fault.ERROR_EVENT):
        events = events[: len(events) // 2]
    exchange.start_stream()
    if not scenario.gap_ms:
        events = [b"".join(events)]
    for event in events:
        exchange.send(event)
        await _sleep_ms(scenario.gap_ms)
    await _end_stream(exchange, api, scenario.fault)


async def _end_stream(exchange: Exchange, api: Api, fault: Fault | None) -> None:
    match fault:
        case Fault.CUT:
            exchange.break_off()
            return
        case Fault.STALL:
            await asyncio.sleep(_FOREVER)
        case Fault.GARBAGE:
            exchange.send(b'data: {"id": "chatcmpl-1", "choices": [{"ind\n\n')
        case Fault.ERROR_EVENT:
            exchange.send(api.error_event())
        case _:
            pass
    if api.end:
        exchange.send(api.end)
    exchange.end_stream()


async def _sleep_ms(milliseconds: int) -> None:
    if milliseconds > 0:
        await asyncio.sleep(milliseconds / 1000)
