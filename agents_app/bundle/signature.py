"""Who wrote a file, and whether it is as they wrote it: Ed25519 over every byte before the last line. Pure.

The last line is a comment, so that a signed file is still the file that it was:
`# signed by ed25519:<public key> <signature>`, both in URL-safe base64 without padding.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from baton.core.errors import BadInput

KEY_BYTES = 32
_SIGNER = "ed25519:"
_LAST_LINE = re.compile(r"# signed by ed25519:([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})\n?")
_MARK = "# signed by "


@dataclass(frozen=True, slots=True)
class Signed:
    """What the last line of a file says. `is_right` False: changed since, or that of another text."""

    signer: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Signer:
    """The key of an instance. Its name is its public half."""

    _key: Ed25519PrivateKey

    @classmethod
    def of(cls, written: str) -> Self:
        """From base64 of 32 bytes. Raises BadInput, which does not repeat what was written."""
        try:
            seed = base64.b64decode(
                written, altchars=b"-_" if re.search("[-_]", written) else None, validate=True
            )
        except (binascii.Error, ValueError):
            seed = b""
        if len(seed) != KEY_BYTES:
            message = f"BATON_SIGNING_KEY is base64 of {KEY_BYTES} bytes."
            raise BadInput("invalid_setting", message, field="BATON_SIGNING_KEY")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @property
    def name(self) -> str:
        """`ed25519:` and the public key, as files name it."""
        return _SIGNER + _write(self._key.public_key().public_bytes_raw())

    def sign(self, text: str) -> str:
        """The text with its last line."""
        return f"{text}{_MARK}{self.name} {_write(self._key.sign(text.encode()))}\n"


def read_signature(text: str) -> Signed | None:
    """What the file says of its signer; None where it says nothing."""
    body, line_end, last = text.removesuffix("\n").rpartition("\n")
    found = _LAST_LINE.fullmatch(last)
    if found is None:
        return None
    try:
        key = Ed25519PublicKey.from_public_bytes(_read(found[1]))
        key.verify(_read(found[2]), (body + line_end).encode())
    except (InvalidSignature, ValueError):
        return Signed(_SIGNER + found[1], is_right=False)
    return Signed(_SIGNER + found[1], is_right=True)


def read_known_signers(written: str) -> Mapping[str, str]:
    """Names by signer, from `name=ed25519:...,name=...`. Raises BadInput for one that cannot be read."""
    known: dict[str, str] = {}
    for entry in filter(None, (each.strip() for each in written.split(","))):
        name, _, signer = entry.partition("=")
        if not name.strip() or not re.fullmatch(r"ed25519:[A-Za-z0-9_-]{43}", signer.strip()):
            message = f"BATON_KNOWN_SIGNERS: {entry[:80]!r} is not name=ed25519:key."
            raise BadInput("invalid_setting", message, field="BATON_KNOWN_SIGNERS")
        known[signer.strip()] = name.strip()
    return known


def _write(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _read(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
