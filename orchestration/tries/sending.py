"""The one request of a real try, through the door out. It says whether anything may have left."""

import asyncio
import logging
from dataclasses import dataclass

from agents_app.tools.http.answer import answer_text
from agents_app.tools.http.request import http_of
from agents_app.tools.shorten import MODEL_LIMIT, shorten
from baton.egress.aiohttp_carrier import AiohttpCarrier
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.exchange import Answer
from baton.egress.gate import Gate
from orchestration.tries.project_secrets import ProjectSecrets
from orchestration.tries.tool_call import ToolCall

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """What the other side said, whatever its status, without any secret of the project."""

    status: int
    body: str
    duration_ms: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class TriedFailure:
    """There is no answer. `sent`: something may have left."""

    code: str
    message: str
    sent: bool
    status: int | None = None


type Tried = TriedAnswer | TriedFailure


def send_call(call: ToolCall, secrets: ProjectSecrets, allow: AllowList) -> Tried:
    """Send it, once; it takes at most as long as its request says."""
    try:
        answer = asyncio.run(_send(call, allow))
    except EgressError as error:
        return TriedFailure(error.code, secrets.hide(error.message), error.sent, error.status)
    except Exception as error:  # a fault of ours must not leave it open whether something was sent
        _log.exception("the try of tool %s broke", call.invocation.tool.name)
        return TriedFailure("tool_error", f"It broke ({type(error).__name__}).", sent=True)
    whole = secrets.hide(answer_text(answer, http_of(call.invocation.tool).response, ()))
    body = shorten(whole, MODEL_LIMIT)
    return TriedAnswer(answer.status, body, answer.duration_ms, truncated=body != whole)


async def _send(call: ToolCall, allow: AllowList) -> Answer:
    carrier = AiohttpCarrier(Gate(allow))
    try:
        return await carrier.send(call.request)
    finally:
        await carrier.close()
