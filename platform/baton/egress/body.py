"""A response body within its limit, counted after decompression: a bomb is stopped at the limit. Pure."""

import zlib
from collections.abc import Iterator
from typing import Final

from baton.egress.errors import InvalidResponse, ResponseTooLarge

MIB: Final = 1024 * 1024
_PIECE: Final = 64 * 1024
_WINDOW: Final = {"gzip": 31, "x-gzip": 31, "deflate": 15}
_BARE_DEFLATE: Final = -15


class BoundedBody:
    """Feed it what arrives, take out what it means. Raises ResponseTooLarge or InvalidResponse."""

    def __init__(self, encoding: str | None, limit: int, status: int) -> None:
        name = (encoding or "identity").strip().lower()
        self._limit = limit
        self._status = status
        self._arrived = 0
        self._unpacked = 0
        if name != "identity" and name not in _WINDOW:
            raise self._invalid("has an encoding that is not read")
        self._members = None if name == "identity" else _Members(_WINDOW[name])

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        # Both sides are counted: empty gzip members can arrive for ever and unpack to nothing.
        self._arrived += len(chunk)
        self._check(self._arrived)
        if self._members is None:
            yield chunk
            return
        try:
            for piece in self._members.unpack(chunk):
                self._unpacked += len(piece)
                self._check(self._unpacked)
                yield piece
        except zlib.error as error:
            raise self._invalid("is damaged in its compression") from error

    def finish(self) -> None:
        """The body has ended; one that stops inside its compression is refused."""
        if self._members is not None and not self._members.complete:
            raise self._invalid("stops inside its compression")

    def _check(self, size: int) -> None:
        if size > self._limit:
            message = f"The answer ({self._status}) is larger than {self._limit} bytes."
            raise ResponseTooLarge(message, sent=True, status=self._status)

    def _invalid(self, what: str) -> InvalidResponse:
        return InvalidResponse(f"The answer ({self._status}) {what}.", sent=True, status=self._status)


class _Members:
    """One or more compressed members in a row, unpacked in pieces of bounded size."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._begun = False
        self._inflate = zlib.decompressobj(wbits=window)

    @property
    def complete(self) -> bool:
        return self._inflate.eof or not self._begun

    def unpack(self, chunk: bytes) -> Iterator[bytes]:
        if chunk and not self._begun:
            self._begun = True
            if self._window == _WINDOW["deflate"] and chunk[0] & 0x0F != 8:
                # Some servers send deflate without its zlib frame; its first byte tells.
                self._window = _BARE_DEFLATE
                self._inflate = zlib.decompressobj(wbits=_BARE_DEFLATE)
        while chunk:
            if self._inflate.eof:
                self._inflate = zlib.decompressobj(wbits=self._window)
            piece = self._inflate.decompress(chunk, _PIECE)
            yield piece
            while len(piece) == _PIECE and not self._inflate.unconsumed_tail and not self._inflate.eof:
                # The input is used up but output was held back by the bound.
                piece = self._inflate.decompress(b"", _PIECE)
                yield piece
            chunk = self._inflate.unconsumed_tail or self._inflate.unused_data
