"""Text without secrets: known values are found and replaced, however they are spelt. Pure."""

import html
import json
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, quote_plus

HIDDEN: Final = "[secret]"
SHORTEST: Final = 6
"""What is shorter is not looked for: it would blot out words that have nothing to do with it."""
_ESCAPED: Final = re.compile("%[0-9A-F]{2}")


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text without these secrets."""
    return hide_spelt(text, spellings(secrets))


def spellings(secrets: Iterable[str]) -> tuple[str, ...]:
    """How JSON, addresses and HTML spell them too, since others echo what they refuse. The longest first: one
    that holds another is to be hidden whole."""
    found = {spelt for secret in secrets if len(secret) >= SHORTEST for spelt in _spelt(secret)}
    return tuple(sorted(found, key=len, reverse=True))


def hide_spelt(text: str, spelt: Iterable[str]) -> str:
    """The same for secrets whose spellings are known already."""
    for each in spelt:
        text = text.replace(each, HIDDEN)
    return text


def begun(text: str, spelt: Iterable[str]) -> int:
    """How many characters at the end of a growing text may be the beginning of a secret.

    A whole one that ends within them counts too: one that ends as it begins would otherwise be cut in two.
    """
    known = tuple(spelt)
    lengths = (length for each in known for length in range(1, len(each)) if text.endswith(each[:length]))
    start = len(text) - max(lengths, default=0)
    while (earlier := _cut_at(text, start, known)) is not None:
        start = earlier
    return len(text) - start


def _cut_at(text: str, place: int, spelt: Iterable[str]) -> int | None:
    """Where a secret begins that begins before this place and ends behind it."""
    if place == len(text):
        return None
    found = (text.find(each, max(0, place - len(each) + 1), place + len(each) - 1) for each in spelt)
    return min((at for at in found if at >= 0), default=None)


def _spelt(secret: str) -> Iterable[str]:
    in_json, in_address = json.dumps(secret)[1:-1], quote(secret, safe="")
    return (
        secret,
        in_json,
        in_json.replace("/", "\\/"),  # as PHP writes it
        in_address,
        _ESCAPED.sub(lambda found: found[0].lower(), in_address),  # as .NET writes it
        quote(secret),
        quote_plus(secret),
        html.escape(secret),
    )
