"""Tool names as every provider accepts them: at most 64 of letters, digits, `_` and `-`.

People and servers name tools freely ("calendar.update event"); a model is told a safe name and the
original is shown everywhere else. The narrowest rule of all providers is used for all of them, so that
a run may change its model without changing its history.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache

MAX_LENGTH = 64
_ILLEGAL = re.compile(r"[^A-Za-z0-9_-]")


def is_safe_tool_name(name: str) -> bool:
    return 0 < len(name) <= MAX_LENGTH and _ILLEGAL.search(name) is None


@lru_cache(maxsize=1024)
def safe_tool_name(name: str) -> str:
    """One name on its own; two different long names differ by their digest."""
    safe = _ILLEGAL.sub("_", name) or "_"
    if len(safe) <= MAX_LENGTH:
        return safe
    return f"{safe[:55]}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"


def safe_tool_names(names: Iterable[str]) -> dict[str, str]:
    """Original name -> sent name, one to one. A name that is safe already always keeps it."""
    originals = list(dict.fromkeys(names))
    sent = {name: name for name in originals if is_safe_tool_name(name)}
    taken = set(sent)
    for name in originals:
        if name not in sent:
            sent[name] = _free_name(safe_tool_name(name), taken)
            taken.add(sent[name])
    return sent


def _free_name(name: str, taken: set[str]) -> str:
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        suffix = f"_{number}"
        candidate = name[: MAX_LENGTH - len(suffix)] + suffix
    return candidate
