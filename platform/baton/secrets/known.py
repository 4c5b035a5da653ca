"""Values that this process has opened, so that none of them reaches a log. Pure, and one for the process.

Only logs ask here, since they are the operator's. What an organization reads is searched for its own values
alone (`baton.core.hiding`): otherwise one of them could blot out words of another.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable

from baton.core.hiding import hide_spelt, spellings

_KEPT = 2_000
_KEPT_TRIED = 50
SHORTEST_TRIED = 16
"""Characters. A shorter key that somebody only tries may be a word of the logs, and would blot it out."""


class KnownValues:
    """The values opened last. Several threads may use it."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._values: OrderedDict[str, None] = OrderedDict()
        self._spelt: tuple[str, ...] = ()

    def remember(self, values: Iterable[str]) -> None:
        """From now on they are hidden."""
        with self._lock:
            before = len(self._values)
            for value in values:
                self._values.setdefault(value)
            if len(self._values) == before:
                return
            while len(self._values) > self._kept:
                self._values.popitem(last=False)
            self._spelt = spellings(self._values)

    def hide_in(self, text: str) -> str:
        return hide_spelt(text, self._spelt)


KNOWN = KnownValues()
"""Those of this process."""
TRIED = KnownValues(_KEPT_TRIED)
"""Keys that somebody tried: apart, so that many of them push out no stored one."""


def remember_tried(value: str) -> None:
    """A key that is used once and kept nowhere."""
    if len(value) >= SHORTEST_TRIED:
        TRIED.remember([value])


def hide_known(text: str) -> str:
    """The text without any of them."""
    return TRIED.hide_in(KNOWN.hide_in(text))
