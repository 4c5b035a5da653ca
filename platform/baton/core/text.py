"""Text that every store and every wire accepts: no NUL, no half of a surrogate pair.

PostgreSQL refuses the first, UTF-8 the second, and both arrive from models and tools. Pure.
"""

import re
import unicodedata
from typing import Any

_UNCLEAN = re.compile("[\x00\ud800-\udfff]")
_JOINERS = frozenset("\u200c\u200d")
"""Persian, Indic scripts and many emoji are written with them."""
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def hidden_sign(name: str) -> str | None:
    """`U+202E` for the first sign of a name that reorders or breaks its line, or that nobody sees as what it
    is. Names may be of any script, emoji too."""
    found = (sign for sign in name if unicodedata.category(sign) in _HIDDEN and sign not in _JOINERS)
    return next((f"U+{ord(sign):04X}" for sign in found), None)


def is_clean(text: str) -> bool:
    return _UNCLEAN.search(text) is None


def clean_text(text: str) -> str:
    """Drop NUL, join the halves of a pair that arrived apart, replace a lone half by U+FFFD."""
    if is_clean(text):
        return text
    return text.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def mark_text(text: str) -> str:
    """The same for what is matched or executed: NUL is shown, since a name without it would be another."""
    return clean_text(text.replace("\x00", "\ufffd"))


def clean_json(value: Any) -> Any:
    """The same for every string and key inside a JSON value."""
    match value:
        case str():
            return clean_text(value)
        case list():
            return [clean_json(item) for item in value]
        case dict():
            return {clean_text(key): clean_json(item) for key, item in value.items()}
        case _:
            return value
