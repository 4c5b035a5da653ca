"""How secrets are stored so that a dump of the database tells none: AES-256-GCM in an envelope. Pure.

Each organization has a data key, which seals its secrets; a key encryption key (KEK) of the installation
wraps the data keys. KEKs stand in the environment and never in the database. Everything sealed is bound to
its place, so what is moved to another row, organization or version does not open.
"""

import base64
import binascii
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from baton.core.errors import BadInput, Unavailable

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)


class CannotOpen(Unavailable):
    """No key of this installation opens it: the KEK is missing, or the text is not from this place."""

    def __init__(self, message: str) -> None:
        super().__init__("secrets_unavailable", message)


@dataclass(frozen=True, slots=True)
class WrappedKey:
    """An organization's data key as the database holds it."""

    kek_id: str
    wrapped: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sealed value belongs; no other place opens it."""

    organization: str
    secret: str
    version: int

    def __post_init__(self) -> None:
        if "|" in self.organization or "|" in self.secret:
            raise ValueError("a '|' would let two places read alike")

    @property
    def bound(self) -> bytes:
        """What the ciphertext is authenticated with."""
        return f"{self.organization}|{self.secret}|{self.version}".encode()


@dataclass(frozen=True, slots=True)
class DataKey:
    """An organization's key in the clear, in memory only."""

    _key: bytes = field(repr=False)

    def seal(self, value: str, place: Place) -> bytes:
        """Nonce, ciphertext and tag; each time other ones."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + AESGCM(self._key).encrypt(nonce, value.encode(), place.bound)

    def open(self, sealed: bytes, place: Place) -> str:
        """The value. Raises CannotOpen for one that was sealed elsewhere or changed since."""
        try:
            return (
                AESGCM(self._key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.bound).decode()
            )
        except (InvalidTag, ValueError):
            raise CannotOpen("A stored secret does not belong to the place where it stands.") from None

    def fingerprint(self, value: str) -> str:
        """Equal for equal values of the organization. Keyed: without the key nobody can try values out."""
        own = hmac.digest(self._key, b"fingerprint", "sha256")
        return hmac.digest(own, value.encode(), "sha256").hex()[:16]


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The KEKs of the installation: the first wraps, all of them unwrap."""

    _keks: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read BATON_KEKS: `id:base64,...`. A wrong entry is named by its number, and never shown."""
        keks: dict[str, bytes] = {}
        for number, entry in enumerate(filter(None, (each.strip() for each in text.split(","))), 1):
            name, _, encoded = entry.partition(":")
            key = _decode(encoded)
            if not _ID.fullmatch(name) or key is None or name in keks:
                why = f"is not id:base64 of {KEY_BYTES} bytes, or its id stands twice"
                message = f"BATON_KEKS: entry {number} {why}."
                raise BadInput("invalid_setting", message, field="BATON_KEKS")
            keks[name] = key
        return cls(MappingProxyType(keks))

    @property
    def is_empty(self) -> bool:
        return not self._keks

    @property
    def first(self) -> str:
        """The id of the KEK that wraps. Raises CannotOpen where there is none."""
        if not self._keks:
            raise CannotOpen("Secrets cannot be stored: whoever operates this Baton must set BATON_KEKS.")
        return next(iter(self._keks))

    def make_data_key(self, organization: str) -> WrappedKey:
        """A new data key, wrapped."""
        return self._wrap(secrets.token_bytes(KEY_BYTES), organization)

    def open_data_key(self, key: WrappedKey, organization: str) -> DataKey:
        """Raises CannotOpen where its KEK is not among ours, or it is another organization's."""
        return DataKey(self._unwrap(key, organization))

    def wrap_again(self, key: WrappedKey, organization: str) -> WrappedKey:
        """The same data key under the first KEK."""
        return self._wrap(self._unwrap(key, organization), organization)

    def _wrap(self, key: bytes, organization: str) -> WrappedKey:
        name = self.first
        nonce = secrets.token_bytes(_NONCE_BYTES)
        wrapped = AESGCM(self._keks[name]).encrypt(nonce, key, _bound(organization, name))
        return WrappedKey(name, nonce + wrapped)

    def _unwrap(self, key: WrappedKey, organization: str) -> bytes:
        kek = self._keks.get(key.kek_id)
        if kek is None:
            raise CannotOpen(f"Secrets cannot be opened: the key {key.kek_id!r} is not in BATON_KEKS.")
        nonce, wrapped = key.wrapped[:_NONCE_BYTES], key.wrapped[_NONCE_BYTES:]
        try:
            return AESGCM(kek).decrypt(nonce, wrapped, _bound(organization, key.kek_id))
        except (InvalidTag, ValueError):
            message = (
                f"Secrets cannot be opened: the key {key.kek_id!r} of BATON_KEKS is not the one they need."
            )
            raise CannotOpen(message) from None


NO_KEYS: Final = KeyRing()


def make_kek(name: str) -> str:
    """A new entry for BATON_KEKS."""
    return f"{name}:{base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()}"


def _bound(organization: str, kek_id: str) -> bytes:
    return f"data key|{organization}|{kek_id}".encode()


def _decode(text: str) -> bytes | None:
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == KEY_BYTES else None
