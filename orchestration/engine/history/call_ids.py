"""Call ids as every provider accepts them: unique, at most 40 of letters, digits, `_` and `-`."""

import hashlib
import re

MAX_LENGTH = 40
_ILLEGAL = re.compile(r"[^A-Za-z0-9_-]")


class CallIds:
    """Hands out the ids of one history, in order, and notes what had to change."""

    def __init__(self, repairs: set[str]) -> None:
        self._repairs = repairs
        self._used: set[str] = set()

    def assign(self, raw: str, *, message: int, call: int) -> str:
        """The id to send for a call whose recorded id is `raw`, at its place in the history."""
        legal = _legal_id(raw, message, call)
        if legal != raw:
            self._repairs.add("call_id_mapped")
        unique = self._first_free(legal)
        if unique != legal:
            self._repairs.add("call_id_renamed")
        self._used.add(unique)
        return unique

    def _first_free(self, legal: str) -> str:
        candidate, number = legal, 1
        while candidate in self._used:
            number += 1
            candidate = _shortened(f"{legal}_{number}")
        return candidate


def _legal_id(raw: str, message: int, call: int) -> str:
    if not raw:
        return f"call_{message}_{call}"
    if len(raw) > MAX_LENGTH:
        return _shortened(raw)
    return raw if _ILLEGAL.search(raw) is None else _ILLEGAL.sub("_", raw)


def _shortened(text: str) -> str:
    if len(text) <= MAX_LENGTH:
        return text
    return f"call_{hashlib.sha256(text.encode()).hexdigest()[:32]}"
