"""The answer to one request, good or bad as its scenario says."""

import asyncio
import hashlib
from collections.abc import Mapping

import orjson

from orchestration.providers.model_server.api import Api, Problem, Refusal
from orchestration.providers.model_server.completion import Completion, with_fault
from orchestration.providers.model_server.counts import Counts
from orchestration.providers.model_server.faults import (
    FOREVER,
    misbehave,
    read_scenario,
    refuse,
    sleep_ms,
    struck,
)
from orchestration.providers.model_server.http import Exchange
from orchestration.providers.model_server.scenario import Fault, Scenario
from orchestration.providers.scripted.script import Script, ScriptError
from orchestration.providers.scripted.usage import counted_usage


async def answer_request(
    exchange: Exchange, api: Api, path: str, scripts: Mapping[str, Script], base: Scenario, counts: Counts
) -> None:
    """One request for a completion, answered from a script with the faults that were asked for."""
    try:
        asked = api.read(orjson.loads(exchange.request.body))
        name, _, in_model = asked.model.partition("?")
        scenario = read_scenario(base, exchange, path, in_model)
    except Refusal as error:
        refuse(exchange, api, error.problem)
        return
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        refuse(exchange, api, Problem(400, "invalid_value", f"The request is not readable: {error!r}."))
        return
    scenario = struck(scenario, counts, f"{path} {in_model}")
    if name not in scripts:
        refuse(exchange, api, Problem(404, "model_not_found", f"There is no script {name!r}."))
        return
    try:
        reply = with_fault(scripts[name](asked.messages, asked.tools), scenario.fault)
    except ScriptError as error:
        refuse(exchange, api, Problem(400, "invalid_value", str(error)))
        return
    await sleep_ms(scenario.latency_ms + reply.latency_ms)
    if await misbehave(exchange, api, scenario):
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
        await sleep_ms(scenario.gap_ms)
    await _end_stream(exchange, api, scenario.fault)


async def _end_stream(exchange: Exchange, api: Api, fault: Fault | None) -> None:
    match fault:
        case Fault.CUT:
            exchange.break_off()
            return
        case Fault.STALL:
            await asyncio.sleep(FOREVER)
        case Fault.GARBAGE:
            exchange.send(b'data: {"id": "chatcmpl-1", "choices": [{"ind\n\n')
        case Fault.ERROR_EVENT:
            exchange.send(api.error_event())
        case _:
            pass
    if api.end:
        exchange.send(api.end)
    exchange.end_stream()
