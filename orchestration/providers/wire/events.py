"""Server-sent events, cut out of the bytes of a response as they come."""

import codecs
from collections.abc import Iterator

MAX_EVENT = 8 * 1024 * 1024


class EventTooLong(Exception):
    """One event is longer than any provider has reason to send."""


class EventReader:
    """Feed it bytes; it yields the data of each whole event. Names, ids and comments are passed over."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self._begun = False

    def feed(self, received: bytes) -> Iterator[bytes]:
        text = self._rest + received
        if not self._begun and len(text) >= len(codecs.BOM_UTF8):
            self._begun, text = True, text.removeprefix(codecs.BOM_UTF8)
        if b"\r" in text:
            held = b"\r" if text.endswith(b"\r") else b""
            text = text.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n") + held
        *lines, self._rest = text.split(b"\n")
        if len(self._rest) > MAX_EVENT:
            raise EventTooLong
        for line in lines:
            if line:
                self._read_line(line)
            elif self._data:
                yield self._take()

    def end(self) -> Iterator[bytes]:
        """What stood there unfinished: some hosts leave out the last empty line."""
        if self._rest:
            self._read_line(self._rest.rstrip(b"\r"))
            self._rest = b""
        if self._data:
            yield self._take()

    def _read_line(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))

    def _take(self) -> bytes:
        data = b"\n".join(self._data)
        self._data.clear()
        return data
