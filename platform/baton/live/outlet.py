"""What waits to be sent to one socket: bounded, so that a slow reader costs a fixed amount of memory."""

import asyncio
from collections import deque

from baton.live.frames import Frame

MAX_FRAMES = 256
MAX_BYTES = 1024 * 1024
_ROOM_FRAMES = 1


class Outlet:
    """A queue with one reader. `put` never waits and may refuse; what was refused is the caller's to mend."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque()
        self._size = 0
        self._filled = asyncio.Event()
        self._roomy = asyncio.Event()
        self._roomy.set()
        self.is_closed = False

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: Frame) -> bool:
        """False where it is full. An empty one takes a frame of any size, otherwise it could never go."""
        if self.is_closed:
            return True
        is_full = len(self._frames) >= MAX_FRAMES or self._size + frame.size > MAX_BYTES
        if self._frames and is_full:
            return False
        self._frames.append(frame)
        self._size += frame.size
        self._filled.set()
        if len(self._frames) > _ROOM_FRAMES:
            self._roomy.clear()
        return True

    def drop(self) -> list[Frame]:
        """Take out everything that the record can give again; answers stay, since nobody repeats them."""
        dropped = [frame for frame in self._frames if frame.kind != "answer"]
        kept = [frame for frame in self._frames if frame.kind == "answer"]
        self._frames = deque(kept)
        self._size = sum(frame.size for frame in kept)
        self._settle()
        return dropped

    async def take(self) -> Frame | None:
        """The next frame, waited for; None once it is closed."""
        while not self._frames:
            if self.is_closed:
                return None
            self._filled.clear()
            await self._filled.wait()
        if self.is_closed:
            return None
        frame = self._frames.popleft()
        self._size -= frame.size
        self._settle()
        return frame

    async def peek(self) -> Frame | None:
        """What `take` would return, left where it is."""
        while not self._frames and not self.is_closed:
            self._filled.clear()
            await self._filled.wait()
        return self._frames[0] if self._frames else None

    async def room(self) -> None:
        """Wait until nearly everything is sent: the record is read at the socket's pace."""
        await self._roomy.wait()

    def close(self) -> None:
        """Nothing more is sent."""
        self.is_closed = True
        self._frames.clear()
        self._size = 0
        self._filled.set()
        self._roomy.set()

    def _settle(self) -> None:
        if len(self._frames) <= _ROOM_FRAMES:
            self._roomy.set()
