"""What servers said of their tools a moment ago, so that not every call asks for the whole list again. Pure.

Kept for one server at one address with one key: what is offered to one is never taken for what is offered to
another.
"""

import time
from collections import OrderedDict
from typing import Final

from agents_app.tools.mcp.offered import Offer
from orchestration.engine.ports import CredentialValue, ServerPlace

KEPT_SECONDS: Final = 5.0
_MOST: Final = 500

type _Key = tuple[str, str, str]


class Definitions:
    """Of one process, on one event loop."""

    def __init__(self, seconds: float = KEPT_SECONDS) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[_Key, tuple[float, Offer]] = OrderedDict()

    def get(self, server: ServerPlace, credential: CredentialValue | None) -> Offer | None:
        """What it offered at most so many seconds ago."""
        kept = self._kept.get(_key(server, credential))
        return kept[1] if kept is not None and time.monotonic() - kept[0] < self._seconds else None

    def keep(self, server: ServerPlace, credential: CredentialValue | None, offer: Offer) -> None:
        """It has just said so."""
        key = _key(server, credential)
        self._kept[key] = (time.monotonic(), offer)
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)


def _key(server: ServerPlace, credential: CredentialValue | None) -> _Key:
    return server.id, server.url, credential.header_text if credential else ""
