"""One that listens: a browser's socket or a stream, who it is, what it watches and what waits to be sent."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from baton.live.frames import Frame
from baton.live.outlet import Outlet
from baton.live.reading import Place
from baton.live.topic import Topic
from baton.tenancy.actor import Actor


class Close:
    """Why a socket is closed; 4400 and above are ours (docs/subsystems/live.md)."""

    RESTART = 1012
    TRY_LATER = 1013
    BAD_FRAME = 4400
    NOT_SIGNED_IN = 4401
    NOT_ALLOWED = 4403
    NOT_FOUND = 4404
    TOO_SLOW = 4408


@dataclass(eq=False, slots=True)
class Socket:
    """`check` finds out anew who it is, in a thread; `end` closes it with a code and a word."""

    actor: Actor
    check: Callable[[], Actor]
    end: Callable[[int, str], None]
    takes_changes: bool = True
    catches_up_itself: bool = False
    """A stream cannot be asked to begin again: what it has missed is read for it."""
    outlet: Outlet = field(default_factory=Outlet)
    watches: dict[str, "Watch"] = field(default_factory=dict)
    checked_at: float = 0.0
    is_being_checked: bool = False
    must_be_checked: bool = False
    """Something was revoked: at once, and once more if a look was under way then."""
    writing_since: float | None = None
    """Set while the network takes no more."""

    @property
    def place(self) -> Place:
        return Place(str(self.actor.organization_id), str(self.actor.project_id))


async def pump(socket: Socket, write: Callable[[Frame], Awaitable[None]]) -> None:
    """Write what its outlet holds, until it is closed or the other side is gone."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while (frame := await socket.outlet.take()) is not None:
            socket.writing_since = loop.time()
            await write(frame)
            socket.writing_since = None


@dataclass(eq=False, slots=True)
class Watch:
    """A socket's place in the stream of one run. `sent`: the newest event that was put into its outlet."""

    socket: Socket
    topic: Topic
    sent: int
    is_live: bool = False
    """Takes part in flushes; until then its events are read for it alone."""
    task: asyncio.Task[Any] | None = None
