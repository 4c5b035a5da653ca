"""The two effects of a conversing run: a model call and a tool call, as tasks on the loop.

An effect ends with a result that the driver has not recorded yet; it holds it until the journal says done.
Nothing here writes.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from agents_app.spec import ToolSpec
from baton.core.ids import new_id
from baton.core.text import clean_json, clean_text, mark_text
from orchestration.engine.limits import MAX_CALLS
from orchestration.engine.messages import Message
from orchestration.engine.ports import (
    TOOL_DEFINITION_CHANGED,
    CredentialValue,
    ModelError,
    ModelReply,
    ModelRequest,
    OutputSchema,
    RequestedCall,
    ServerHistory,
    ServerPlace,
    ToolError,
    ToolInvocation,
    ToolOutcome,
    ToolRunner,
    ToolSchema,
)
from orchestration.journal.failpoints import hit
from orchestration.runner.hiding import (
    Hide,
    hide_in_error,
    hide_in_outcome,
    hide_in_reply,
)
from orchestration.runner.lines import Line
from orchestration.runner.models import MODEL_SECONDS
from orchestration.runner.output import OutputResult
from orchestration.runner.partial_text import PartialStream

logger = logging.getLogger(__name__)

MAX_NAME = 128
_SPREAD_SECONDS = 1.0
_AFTER_SECONDS = 0.5
"""A call may last past the deadline by so much: the deadline shall end the run, not the call."""


@dataclass(slots=True)
class ModelResult:
    """One try of a model call. Exactly one of `reply` and `error` is set."""

    step: str
    attempt: int
    started_at: datetime
    target: int = 0
    """Which of the agent's models was asked."""
    duration_ms: int = 0
    out_for: float | None = None
    """The provider answers nobody, and is not asked again for so many seconds."""
    reply: ModelReply | None = None
    error: ModelError | None = None
    output: OutputResult | None = None
    """How the reply reads as the answer that the agent owes."""
    call_ids: list[str] = field(default_factory=list)
    """Our ids for the calls of the reply, made once: a draft that is thrown away must not change them."""


@dataclass(slots=True)
class ToolResult:
    """One execution of a tool call. `aborted`: cut off by us, with no answer."""

    call: str
    duration_ms: int = 0
    outcome: ToolOutcome | None = None
    error: ToolError | None = None
    aborted: bool = False


async def call_model(
    line: Line,
    *,
    result: ModelResult,
    model: str,
    messages: tuple[Message, ...],
    tools: tuple[ToolSchema, ...],
    settings: Mapping[str, Any],
    deadline: float,
    run_id: str,
    pause: float,
    is_outage: bool,
    go_on: Callable[[Line], Awaitable[Line]],
    text: PartialStream | None,
    hide: Hide,
    history: ServerHistory | None = None,
    output: OutputSchema | None = None,
    kept: dict[str, Any],
) -> ModelResult:
    """Wait out the pause of a failed try and the line before the key, then ask the model once.

    After each wait `go_on` looks whether the run still wants it, and answers the line as it is by then.
    Nothing is sent past the monotonic `deadline`.
    `is_outage`: the pause is for a provider that is out, so it ends when that one answers somebody else.
    `text` is shown what the model writes while it writes it. `hide` takes secrets out of what it says.
    """
    started = time.monotonic()
    try:
        if result.attempt > 1:
            await _sleep(line, pause, is_outage=is_outage, step=result.step)
            line = await go_on(line)
        started = time.monotonic()
        line.circuit.refuse_if_open()
        async with line.gate.passed(line.max_in_flight) as has_waited:
            if has_waited:
                line = await go_on(line)
            hit("model.before_call")
            started = time.monotonic()
            if started >= deadline:
                await asyncio.Event().wait()  # the driver ends the run, and this with it
            request = ModelRequest(
                model=model,
                messages=messages,
                tools=tools,
                settings=settings,
                timeout=min(MODEL_SECONDS, deadline - started + _AFTER_SECONDS),
                run_id=run_id,
                step=result.step,
                history=history,
                output=output,
                kept=kept,
            )
            reply = await line.ask(request, text.add if text else None)
        result.reply = hide_in_reply(_bounded(reply), hide)
        result.call_ids = [str(new_id()) for _ in result.reply.calls[:MAX_CALLS]]
    except ModelError as error:
        result.error = hide_in_error(error, hide)
        result.out_for = line.circuit.out_for
        line.tell_if_out(result.error)
    finally:
        if text is not None:
            text.close()
    result.duration_ms = _milliseconds(started)
    hit("model.after_call")
    return result


async def _sleep(line: Line, pause: float, *, is_outage: bool, step: str) -> None:
    """The pause before a further try. When a provider is back, those who waited for it come one by one."""
    until = time.monotonic() + pause
    if is_outage and line.circuit.is_open:
        await line.circuit.closed_within(pause)
        pause = min(_SPREAD_SECONDS, until - time.monotonic()) * (hash(step) % 1000) / 1000
    await asyncio.sleep(max(0.0, pause))


async def call_tool(
    runner: ToolRunner,
    *,
    call: str,
    tool: ToolSpec,
    arguments: Mapping[str, Any],
    variables: Mapping[str, str],
    credential: CredentialValue | None,
    seconds: float,
    hide: Hide,
    server: ServerPlace | None,
    trace_id: str,
    is_quarantined: bool,
    on_changed: Callable[[str], None],
    traceparent: str | None = None,
) -> ToolResult:
    """Perform a call whose intent is committed. The key is the call's id: the same for each execution.

    `hide` takes secrets out of what it answers. `on_changed` is told when the tool of a server is found to be
    no longer what was imported."""
    invocation = ToolInvocation(
        call_id=call,
        idempotency_key=f"tc_{call.replace('-', '')}",
        tool=tool,
        arguments=arguments,
        variables=variables,
        credential=credential,
        timeout=max(0.1, min(tool.timeout_seconds, seconds)),
        traceparent=traceparent,
        server=server,
        trace_id=trace_id,
        is_quarantined=is_quarantined,
    )
    started = time.monotonic()
    result = ToolResult(call)
    hit("tool.before_effect")
    try:
        result.outcome = hide_in_outcome(await runner.run(invocation), hide)
    except ToolError as error:
        result.error = hide_in_error(error, hide)
        if error.code == TOOL_DEFINITION_CHANGED and not is_quarantined:
            on_changed(result.error.message)
    except Exception as error:  # a fault of the tool must not end the run; nobody knows what it has sent
        logger.exception("tool %s broke", tool.name)
        result.error = ToolError("tool_error", f"It broke ({type(error).__name__}).", sent=True)
    result.duration_ms = _milliseconds(started)
    hit("tool.after_effect")
    return result


def _bounded(reply: ModelReply) -> ModelReply:
    """A reply as it is recorded: no NUL or lone surrogate, names of a bounded length."""
    return ModelReply(
        text=clean_text(reply.text),
        calls=tuple(
            RequestedCall(
                None if call.provider_id is None else clean_text(call.provider_id)[:200],
                mark_text(call.name)[:MAX_NAME],
                None if call.arguments is None else mark_text(call.arguments),
            )
            for call in reply.calls
        ),
        finish_reason=reply.finish_reason,
        usage=reply.usage,
        model=clean_text(reply.model)[:120],
        reasoning=clean_text(reply.reasoning),
        response_id=None if reply.response_id is None else clean_text(reply.response_id)[:MAX_NAME],
        reasoning_items=tuple(clean_json(dict(item)) for item in reply.reasoning_items),
    )


def _milliseconds(started: float) -> int:
    return round((time.monotonic() - started) * 1000)
