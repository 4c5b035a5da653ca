"""How much one process streams, and how often. Read from the settings where the process is put together."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HubLimits:
    flush_seconds: float = 0.02
    sockets: int = 2000
    """Of the process."""
    sockets_per_organization: int = 500
    watches: int = 50
    """Runs that one socket may watch."""
