"""From the bytes of an answer to a reply, whatever they turn out to be."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

import orjson

from orchestration.engine.ports import ModelError, Usage
from orchestration.providers.wire.assembling import NOTHING_KNOWN
from orchestration.providers.wire.dialect import Assembly
from orchestration.providers.wire.events import EventReader, EventTooLong
from orchestration.providers.wire.failures import lost_connection, malformed

DONE: Final = b"[DONE]"
_DRAIN_SECONDS: Final = 0.5


async def read_answer(content_type: str, received: AsyncIterator[bytes], assembly: Assembly) -> None:
    """Fill the assembly; raises ModelError where no whole reply came."""
    try:
        kind = content_type.lower()
        if "text/event-stream" in kind:
            await _read_events(received, assembly)
        elif "application/json" in kind:
            assembly.add_whole(_parse(b"".join([piece async for piece in received])))
        else:
            raise malformed(f"it is {content_type or 'of no type'}, not an event stream")
    except Exception as error:
        # Everything may have been said but the usage: asking again would pay for the same answer twice.
        if not assembly.is_whole:
            raise _failure(error, assembly.usage) from error


def _failure(error: Exception, usage: Usage) -> ModelError:
    match error:
        case ModelError():
            # What was counted before it stays counted.
            error.usage = usage if error.usage == NOTHING_KNOWN else error.usage
            return error
        case EventTooLong():
            return malformed("an event is too long", usage)
        case _:
            return lost_connection(error, usage)


async def _read_events(received: AsyncIterator[bytes], assembly: Assembly) -> None:
    events = EventReader()
    async for piece in received:
        for event in events.feed(piece):
            if event == DONE:
                await _drain(received)
                return
            assembly.add(_parse(event))
            if assembly.is_over:
                await _drain(received)
                return
    for event in events.end():
        if event != DONE:
            assembly.add(_parse(event))


async def _drain(received: AsyncIterator[bytes]) -> None:
    """Read the end of the body, so that the connection can be used again; not for long."""
    with suppress(Exception):
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for _ in received:
                pass


def _parse(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    try:
        # Half a surrogate pair, as a host writes that cuts its text between the halves.
        return json.loads(data)
    except ValueError as error:
        raise malformed("an event is not JSON") from error
