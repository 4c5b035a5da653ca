"""The text of an API key: `btn_{env}_{12 of id}_{43 of secret}{6 of checksum}`. Pure.

The checksum lets a scanner, and this server, tell a mistyped or invented key from a real one without asking
the database; the secret has 256 random bits, so one plain SHA-256 of it is all that is stored.
"""

import hashlib
import re
import secrets
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

PREFIX = "btn_"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_KEY = re.compile(r"btn_([a-z]{1,8})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeyParts:
    """What the database knows of a key: its public id and the hash of its secret."""

    environment: str
    key_id: str
    secret_hash: bytes = field(repr=False)


def make_key(
    environment: str, choose: Callable[[Sequence[str]], str] = secrets.choice
) -> tuple[str, KeyParts]:
    """A fresh key: its text, which is shown once, and its parts, which are stored."""
    key_id = "".join(choose(_ALPHABET) for _ in range(12))
    secret = "".join(choose(_ALPHABET) for _ in range(43))
    body = f"{PREFIX}{environment}_{key_id}_{secret}"
    return body + _checksum(body), KeyParts(environment, key_id, _hash(secret))


def parse_key(text: str) -> KeyParts | None:
    """The parts of a key whose form and checksum are right, else None."""
    match = _KEY.fullmatch(text)
    if match is None:
        return None
    environment, key_id, secret, checksum = match.groups()
    if not secrets.compare_digest(checksum, _checksum(text[: -len(checksum)])):
        return None
    return KeyParts(environment, key_id, _hash(secret))


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = []
    for _ in range(6):
        number, digit = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))
