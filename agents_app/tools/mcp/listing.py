"""Asking a server for its tools: page after page until there is none, within bounds. Imports the SDK."""

import json
from typing import Final

from agents_app.tools.mcp.conversation import Conversation, Door, converse
from agents_app.tools.mcp.failure import McpFailure
from agents_app.tools.mcp.offered import Offer, is_usable, judge_tools
from orchestration.engine.ports import CredentialValue, ServerPlace

MOST_PAGES: Final = 50
MOST_TOOLS: Final = 1_000
MOST_BYTES: Final = 8 * 1024 * 1024
LOOK_SECONDS: Final = 30.0


async def look_at(door: Door, server: ServerPlace, credential: CredentialValue | None) -> Offer:
    """What the server offers now. Raises McpFailure."""
    return await converse(door, server, credential, min(LOOK_SECONDS, server.timeout), list_tools)


async def list_tools(conversation: Conversation) -> Offer:
    """Everything that it lists, as far as it is read."""
    tap, cursor, seen = conversation.tap, None, set[str]()
    tap.pages, tap.keep = [], is_usable
    size, is_complete = 0, False
    try:
        while len(tap.pages) < MOST_PAGES:
            before = len(tap.pages)
            page = await conversation.client.list_tools(cursor=cursor)
            if len(tap.pages) == before:
                message = "The server answered no list of tools."
                raise McpFailure("invalid_response", message, sent=True, answered=True)
            size += len(json.dumps(tap.pages[-1]))
            cursor = page.next_cursor
            if not cursor:
                is_complete = True
                break
            if size > MOST_BYTES or cursor in seen or sum(map(len, tap.pages)) > MOST_TOOLS:
                break
            seen.add(cursor)
    finally:
        tap.keep = None
    raws = [tool for page_tools in tap.pages for tool in page_tools]
    return judge_tools(raws[:MOST_TOOLS], is_complete=is_complete and len(raws) <= MOST_TOOLS)
