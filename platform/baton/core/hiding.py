"""Text without secrets: known values are found and replaced, however they are spelt. Pure."""

import json
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

HIDDEN: Final = "[secret]"
SHORTEST: Final = 6
"""What is shorter is not looked for: it would blot out words that have nothing to do with it."""


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text without these secrets."""
    return hide_spelt(text, spellings(secrets))


def spellings(secrets: Iterable[str]) -> tuple[str, ...]:
    """How JSON and addresses spell them too, since others echo what they refuse. The longest first: one that
    holds another is to be hidden whole."""
    found = {
        spelt
        for secret in secrets
        if len(secret) >= SHORTEST
        for spelt in (secret, json.dumps(secret)[1:-1], quote(secret, safe=""))
    }
    return tuple(sorted(found, key=len, reverse=True))


def hide_spelt(text: str, spelt: Iterable[str]) -> str:
    """The same for secrets whose spellings are known already."""
    for each in spelt:
        text = text.replace(each, HIDDEN)
    return text


def begun(text: str, spelt: Iterable[str]) -> int:
    """How many characters at the end of a growing text may be the beginning of a secret."""
    return max(
        (length for each in spelt for length in range(1, len(each)) if text.endswith(each[:length])),
        default=0,
    )
