"""Runs a tool of an MCP server: one call through the door out, if the server still says what was imported.

It judges no policy and retries nothing; it says precisely whether anything may have left, since that decides
whether an outcome is known. Whatever happens before the call itself has sent nothing of it.
"""

import asyncio
import hashlib
import re
import ssl
import time
from dataclasses import replace
from typing import Any, Final, cast

from mcp_types import (
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    RequestParamsMeta,
)
from pydantic import TypeAdapter

from agents_app.spec import McpSpec
from agents_app.tools.mcp.conversation import Conversation, Door, converse
from agents_app.tools.mcp.definitions import Definitions
from agents_app.tools.mcp.failure import McpFailure
from agents_app.tools.mcp.listing import list_tools
from agents_app.tools.mcp.offered import OfferedTool
from agents_app.tools.mcp.result import outcome_of
from baton.core.hiding import hide
from baton.egress.allow import AllowList
from baton.egress.resolver import Resolver
from baton.egress.watched import Watch
from orchestration.engine.ports import (
    TOOL_DEFINITION_CHANGED,
    ServerPlace,
    ToolError,
    ToolInvocation,
    ToolOutcome,
)

_TRACE_ID: Final = re.compile(r"(?!0{32})[0-9a-f]{32}")
_INPUT: Final = "input_required_not_supported"
_ANSWER: Final[TypeAdapter[CallToolResult | InputRequiredResult]] = TypeAdapter(
    CallToolResult | InputRequiredResult
)


class McpToolRunner:
    """Many conversations on one event loop, each of its own connection."""

    def __init__(
        self, allow: AllowList, *, resolver: Resolver | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self._door = Door(allow, resolver, tls)
        self._definitions = Definitions()

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        """What the tool answered; ToolError for everything else."""
        mcp, server = invocation.tool.mcp, invocation.server
        assert mcp is not None, f"{invocation.tool.name} is no tool of a server"
        if server is None:
            message = f"The MCP server {mcp.server!r} is not in the project any more."
            raise ToolError("invalid_reference", message, sent=False)
        if invocation.is_quarantined:
            raise ToolError(
                TOOL_DEFINITION_CHANGED, _changed(invocation, "says something else of it"), sent=False
            )
        return await _Call(self._door, self._definitions, invocation, mcp, server).perform()

    async def close(self) -> None:
        return None


class _Call:
    """One call, and how far it has come."""

    def __init__(
        self,
        door: Door,
        definitions: Definitions,
        invocation: ToolInvocation,
        mcp: McpSpec,
        server: ServerPlace,
    ) -> None:
        self._door = door
        self._definitions = definitions
        self._invocation = invocation
        self._mcp = mcp
        self._server = server
        self._watch: Watch | None = None
        """Of the requests since the call began; before, nothing of it has left."""

    async def perform(self) -> ToolOutcome:
        invocation, begun = self._invocation, time.monotonic()
        secrets = _secrets(invocation)
        try:
            answer = await converse(
                self._door, self._server, invocation.credential, invocation.timeout, self._ask
            )
        except McpFailure as failure:
            raise self._error(failure, secrets) from None
        outcome = await asyncio.to_thread(outcome_of, invocation.tool, self._mcp, answer, secrets)
        return replace(outcome, duration_ms=round((time.monotonic() - begun) * 1000))

    async def _ask(self, conversation: Conversation) -> CallToolResult:
        tool = await self._current(conversation)
        if tool.has_param_headers and not conversation.tap.pages:
            # The SDK takes the headers of a call from a list of this very conversation.
            self._require_same((await list_tools(conversation)).tool(self._mcp.tool))
        params = CallToolRequestParams(
            name=self._mcp.tool, arguments=dict(self._invocation.arguments), _meta=_meta(self._invocation)
        )
        conversation.watch.mark()
        self._watch = conversation.watch
        answer = await conversation.client.session.send_request(CallToolRequest(params=params), _ANSWER)
        if isinstance(answer, InputRequiredResult):
            message = "The server asks a person for something before it goes on; that is not supported."
            raise McpFailure(_INPUT, message, sent=True, answered=True)
        return answer

    async def _current(self, conversation: Conversation) -> OfferedTool:
        """The tool as the server says it now, or a moment ago."""
        offer = self._definitions.get(self._server, self._invocation.credential)
        found = offer.tool(self._mcp.tool) if offer is not None else None
        if offer is None or found is None or found.definition_digest != self._mcp.definition_digest:
            offer = await list_tools(conversation)
            self._definitions.keep(self._server, self._invocation.credential, offer)
        return self._require_same(offer.tool(self._mcp.tool))

    def _require_same(self, found: OfferedTool | None) -> OfferedTool:
        if found is not None and found.definition_digest == self._mcp.definition_digest:
            return found
        what = "does not offer it any more" if found is None else "says something else of it"
        raise McpFailure(TOOL_DEFINITION_CHANGED, _changed(self._invocation, what), sent=False)

    def _error(self, failure: McpFailure, secrets: tuple[str, ...]) -> ToolError:
        watch = self._watch
        return ToolError(
            failure.code,
            hide(failure.message, secrets),
            sent=watch is not None and (failure.sent or watch.may_have_left),
            answered=watch is not None and failure.answered,
            status=failure.status,
        )


def _meta(invocation: ToolInvocation) -> RequestParamsMeta | None:
    """W3C `traceparent`, so that what the server traces belongs to the run; the call is the parent."""
    if not _TRACE_ID.fullmatch(invocation.trace_id):
        return None
    parent = hashlib.sha256(invocation.call_id.encode()).hexdigest()[:16]
    meta: dict[str, Any] = {"traceparent": f"00-{invocation.trace_id}-{parent}-01"}
    return cast(RequestParamsMeta, meta)


def _changed(invocation: ToolInvocation, what: str) -> str:
    name = invocation.tool.name
    return f"The server of {name} {what} since its import; it did not run. Somebody has to import it again."


def _secrets(invocation: ToolInvocation) -> tuple[str, ...]:
    """The header, the value in it, and its last word: a service echoes the key without its `Bearer`."""
    credential = invocation.credential
    if credential is None or not credential.value:
        return ()
    return credential.header_text, credential.value, credential.value.split(" ")[-1]
