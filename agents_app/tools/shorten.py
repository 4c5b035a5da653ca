"""Text within a number of bytes: the head and the tail stay, a notice says what is missing. Pure.

Every kind of tool answer goes through it: one that fills a model's context breaks every later turn too.
"""

from typing import Final

KIB: Final = 1024
MODEL_LIMIT: Final = 64 * KIB
RECORD_LIMIT: Final = 256 * KIB
_NOTICE_ROOM: Final = 100


def shorten(text: str, limit: int) -> str:
    """The text itself where it fits; else three parts of its head and one of its tail."""
    data = text.encode()
    if len(data) <= limit:
        return text
    room = max(limit - _NOTICE_ROOM, 0)
    head = data[: room - room // 4].decode(errors="ignore")
    tail = data[len(data) - room // 4 :].decode(errors="ignore")
    missing = len(data) - len(head.encode()) - len(tail.encode())
    return f"{head}\n[{missing} of {len(data)} bytes are left out here]\n{tail}"
