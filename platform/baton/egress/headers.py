"""Headers that may leave: none that ends a line early, none that changes the frame of the request. Pure."""

import re
from collections.abc import Mapping
from typing import Final

from baton.egress.errors import InvalidHeader

MAX_VALUE: Final = 8192
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_VALUE = re.compile(r"[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?|")
_FRAME: Final = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "expect",
        "host",
        "http2-settings",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def judge_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The same headers, names in lower case. Raises InvalidHeader, naming the header and never its value."""
    judged: dict[str, str] = {}
    for name, value in headers.items():
        lower = name.lower()
        if not _NAME.fullmatch(name):
            raise InvalidHeader(f"{name[:100]!r} is not a header name.", field=name[:100])
        if lower in _FRAME or lower.startswith("proxy-"):
            raise InvalidHeader(f"Header {name!r} is set by the connection itself.", field=name)
        if lower in judged:
            raise InvalidHeader(f"Header {name!r} is given twice.", field=name)
        if len(value) > MAX_VALUE or not _VALUE.fullmatch(value):
            raise InvalidHeader(f"Header {name!r} is not one line of printable ASCII.", field=name)
        judged[lower] = value
    return judged
