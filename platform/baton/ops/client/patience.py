"""Trying again while the server is away: it restarts, or the network broke for a moment."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from baton.ops.client.errors import Refused, ServerAway

LONGEST = 600.0
_FIRST, _MOST = 0.2, 2.0
_TOO_MANY = 429


def _nothing(_: str) -> None:
    pass


@dataclass(slots=True)
class Patience:
    """How long to go on, and whom to tell."""

    seconds: float = LONGEST
    on_away: Callable[[str], None] = _nothing
    """Called once when the server is gone, with why."""
    on_back: Callable[[], None] = lambda: None
    sleep: Callable[[float], None] = time.sleep

    def call[ResultT](self, request: Callable[[], ResultT]) -> ResultT:
        """Its answer. It must be safe to send twice. Raises ServerAway when the patience is over."""
        deadline = time.monotonic() + self.seconds
        pause = _FIRST
        away = False
        while True:
            try:
                answer = request()
            except ServerAway as error:
                if time.monotonic() + pause > deadline:
                    raise
                if not away:
                    self.on_away(str(error))
                away = True
            except Refused as error:
                pause = max(pause, float(error.retry_after or 0))
                if error.status != _TOO_MANY or time.monotonic() + pause > deadline:
                    raise
            else:
                if away:
                    self.on_back()
                return answer
            self.sleep(pause)
            pause = min(pause * 1.6, _MOST)
