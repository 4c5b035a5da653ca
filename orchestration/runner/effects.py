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
    CredentialValue,
    ModelClient,
    ModelError,
    ModelReply,
    ModelRequest,
    RequestedCall,
    ServerHistory,
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
    hide_in_messages,
    hide_in_outcome,
    hide_in_reply,
)
from orchestration.runner.partial_text import PartialStream

logger = logging.getLogger(__name__)

MODEL_SECONDS = 300.0
"""The longest a model may take for one reply."""
MAX_NAME = 128


@dataclass(slots=True)
class ModelResult:
    """One try of a model call. Exactly one of `reply` and `error` is set."""

    step: str
    attempt: int
    started_at: datetime
    duration_ms: int = 0
    reply: ModelReply | None = None
    error: ModelError | None = None
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
    client: ModelClient,
    *,
    result: ModelResult,
    model: str,
    messages: tuple[Message, ...],
    tools: tuple[ToolSchema, ...],
    settings: Mapping[str, Any],
    seconds: float,
    run_id: str,
    pause: float,
    may_go_on: Callable[[], Awaitable[None]],
    text: PartialStream | None,
    hide: Hide,
    history: ServerHistory | None = None,
) -> ModelResult:
    """Wait out the pause of a failed try, look whether the run still wants it, then ask the model once.

    `text` is shown what the model writes while it writes it. `hide` takes secrets out of what is said.
    """
    if pause > 0:
        await asyncio.sleep(pause)
        await may_go_on()
    hit("model.before_call")
    started = time.monotonic()
    request = ModelRequest(
        model=model,
        messages=hide_in_messages(messages, hide),
        tools=tools,
        settings=settings,
        timeout=max(0.1, min(MODEL_SECONDS, seconds)),
        run_id=run_id,
        step=result.step,
        history=history,
    )
    try:
        reply = await client.complete(request, text.add if text else None)
        result.reply = hide_in_reply(_bounded(reply), hide)
        result.call_ids = [str(new_id()) for _ in result.reply.calls[:MAX_CALLS]]
    except ModelError as error:
        result.error = hide_in_error(error, hide)
    finally:
        if text is not None:
            text.close()
    result.duration_ms = _milliseconds(started)
    hit("model.after_call")
    return result


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
) -> ToolResult:
    """Perform a call whose intent is committed. The key is the call's id: the same for each execution.

    `hide` takes secrets out of what it answers."""
    invocation = ToolInvocation(
        call_id=call,
        idempotency_key=f"tc_{call.replace('-', '')}",
        tool=tool,
        arguments=arguments,
        variables=variables,
        credential=credential,
        timeout=max(0.1, min(tool.http.timeout_seconds, seconds)),
    )
    started = time.monotonic()
    result = ToolResult(call)
    hit("tool.before_effect")
    try:
        result.outcome = hide_in_outcome(await runner.run(invocation), hide)
    except ToolError as error:
        result.error = hide_in_error(error, hide)
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
