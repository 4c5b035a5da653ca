"""BATON_EGRESS_ALLOW: exactly which host and port may be loopback or private, and speak plain http. Pure."""

import re
from dataclasses import dataclass
from typing import Self

from baton.core.errors import BadInput
from baton.egress.errors import EgressError
from baton.egress.host import bracketed, normal_host

_ENTRY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]+):(?P<port>[1-9][0-9]{0,4})")


@dataclass(frozen=True, slots=True)
class AllowList:
    entries: frozenset[tuple[str, int]] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `host:port,[::1]:port,...`; no wildcards, no ranges. A wrong entry is named, never skipped."""
        return cls(frozenset(_parse_entry(entry.strip()) for entry in text.split(",") if entry.strip()))

    def has(self, host: str, port: int) -> bool:
        """Whether this normal host and port stand in the list, letter by letter: another name of the same
        address does not."""
        return (host, port) in self.entries

    def __str__(self) -> str:
        return ",".join(f"{bracketed(host)}:{port}" for host, port in sorted(self.entries))


NOTHING = AllowList()


def _parse_entry(entry: str) -> tuple[str, int]:
    match = _ENTRY.fullmatch(entry)
    try:
        if match is not None and int(match["port"]) <= 65535:
            return normal_host(match["host"]), int(match["port"])
    except EgressError:
        pass
    message = f"BATON_EGRESS_ALLOW: {entry!r} is not host:port."
    raise BadInput("invalid_setting", message, field="BATON_EGRESS_ALLOW")
