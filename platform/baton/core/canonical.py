"""The one spelling of a JSON value (RFC 8785), so that a digest over it means the value and not its layout.

Key order and number spelling do not matter to it, Unicode forms do: nothing is normalised, since a person was
shown exactly these characters. Refuses NaN, integers beyond 2^53 - 1 and lone surrogates.
"""

import hashlib
from typing import Any

import rfc8785


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value."""
    return rfc8785.dumps(value)


def canonical_text(value: Any) -> str:
    """The canonical bytes as text: for display and for fields that hold text."""
    return canonical(value).decode()


def canonical_digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()
