"""One conversation with an MCP server, by the SDK and through the one door out: connect, ask, leave.

The SDK settles which era of the protocol the server speaks. What it would refuse as a whole page, or not
tell, is taken from the wire before it (`tap.py`) and from the door (`baton.egress.watched`). This module
imports the SDK, which takes seconds: it is loaded by name (`agents_app.tools.registry`).
"""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, Implementation
from pydantic import ValidationError

from agents_app.tools.mcp.failure import GATEWAY_LOST_IT, McpFailure, of_egress
from agents_app.tools.mcp.tap import Tap, tapped
from baton.egress.allow import AllowList
from baton.egress.body import MIB
from baton.egress.errors import EgressError
from baton.egress.resolver import Resolver
from baton.egress.watched import BoundHeader, Watch, watched_client
from orchestration.engine.ports import CredentialValue, ServerPlace

ANSWER_LIMIT: Final = 4 * MIB
"""Of one HTTP answer; what is kept of it is less."""
EVENT_LIMIT: Final = 2 * MIB
_LONGEST_MESSAGE: Final = 1_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Door:
    """How servers are reached from here."""

    allow: AllowList
    resolver: Resolver | None = None
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """While it lasts."""

    client: Client
    tap: Tap
    watch: Watch


async def converse[Told](
    door: Door,
    server: ServerPlace,
    credential: CredentialValue | None,
    seconds: float,
    work: Callable[[Conversation], Awaitable[Told]],
) -> Told:
    """What `work` brings, or McpFailure. What was brought is not lost by how the conversation ends."""
    header = _header(credential)
    http, watch = watched_client(
        door.allow,
        min(seconds, server.timeout),
        limit=ANSWER_LIMIT,
        header=header,
        resolver=door.resolver,
        tls=door.tls,
    )
    brought: list[Told] = []
    try:
        async with asyncio.timeout(seconds), AsyncExitStack() as stack:
            await stack.enter_async_context(http)
            tap = Tap()
            transport = tapped(
                streamable_http_client(server.url, http_client=http, max_sse_event_size=EVENT_LIMIT), tap
            )
            client = Client(transport, mode="auto", cache=None, client_info=_baton())
            await stack.enter_async_context(client)
            brought.append(await work(Conversation(client, tap, watch)))
    except McpFailure:
        raise
    except Exception as error:
        if brought:
            _log.debug("the conversation with an MCP server ended badly (%s)", type(error).__name__)
        else:
            raise _failure(error, watch) from None
    return brought[0]


def _header(credential: CredentialValue | None) -> BoundHeader | None:
    if credential is None:
        return None
    return BoundHeader(credential.host, credential.header, credential.header_text)


def _baton() -> Implementation:
    return Implementation(name="baton", version="1")


def _failure(error: BaseException, watch: Watch) -> McpFailure:
    """The first thing that went wrong, as far as anybody told."""
    first = _first(error)
    if isinstance(first, McpFailure):
        return first
    if isinstance(first, TimeoutError):
        return McpFailure("timeout", "The server did not answer in time.", sent=True)
    if (refused := EgressError.behind(first) or watch.error) is not None:
        return of_egress(refused)
    if isinstance(first, MCPError):
        return _of_protocol(first, watch)
    if isinstance(first, ValidationError):
        message = "The server answered what the protocol does not know."
        return McpFailure("invalid_response", message, sent=True, answered=True, status=watch.status)
    _log.error("a conversation with an MCP server broke", exc_info=first)
    return McpFailure("mcp_error", f"It broke ({type(first).__name__}).", sent=True)


def _of_protocol(error: MCPError, watch: Watch) -> McpFailure:
    message = str(error.message)[:_LONGEST_MESSAGE]
    if watch.status is not None and watch.status >= 400 and error.data is None:
        answered = watch.status not in GATEWAY_LOST_IT
        text = f"The server answered {watch.status}: {message}"
        return McpFailure("mcp_error", text, sent=True, answered=answered, status=watch.status)
    if error.code == REQUEST_TIMEOUT:
        return McpFailure("timeout", message, sent=True)
    if error.code == CONNECTION_CLOSED:
        return McpFailure("connection_failed", message, sent=True, status=watch.status)
    text = f"The server refused it ({error.code}): {message}"
    return McpFailure("mcp_error", text, sent=True, answered=True, status=watch.status)


def _first(error: BaseException) -> BaseException:
    """Out of groups, one of ours before one of the SDK."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    found = [_first(each) for each in error.exceptions]
    ours = [each for each in found if isinstance(each, McpFailure) or EgressError.behind(each)]
    return (ours or found)[0]
