"""Port numbers of a checkout: kept from start to start, replaced when somebody else has taken one."""

import errno
import socket
from dataclasses import dataclass
from pathlib import Path

from baton.ops.errors import OpsError
from baton.ops.files import read_json, write_private_json

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def is_free(port: int, host: str = LOOPBACK) -> bool:
    """Whether a server could listen there now."""
    return why_not(port, host) is None


def why_not(port: int, host: str = LOOPBACK) -> str | None:
    """What keeps a server of ours from listening there now. Raises OpsError for an address not of here."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the servers do: TIME_WAIT is free
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return "is taken by another program"
            if error.errno in (errno.EACCES, errno.EPERM):
                return "may not be used by this user"
            raise OpsError(f"{host} is no address of this machine: name one with --host.") from error
    return None


_HELD: dict[int, socket.socket] = {}


def hold(port: int) -> bool:
    """Keep every other start of Baton off a port for as long as this process lives; False if one holds it.

    The web server shares its port with whoever asks in the same way, so two installations that are started at
    once would both listen on it, and each answer half of the requests. The mark is a name in the kernel: it
    goes with the process, however that ends.
    """
    if port in _HELD:
        return True
    mark = socket.socket(socket.AF_UNIX)
    try:
        mark.bind(f"\0baton-port-{port}")
    except OSError:
        mark.close()
        return False
    _HELD[port] = mark
    return True


@dataclass(frozen=True, slots=True)
class PortChoice:
    """A port, and the one it stands in for with why."""

    port: int
    instead_of: int | None = None
    because: str | None = None


class PortBook:
    """The file `.baton/ports.json`: which server of the checkout has which port."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, int]:
        kept = read_json(self._path) or {}  # a torn file costs new ports, nothing else
        return {name: port for name, port in kept.items() if isinstance(port, int)}

    def choose(
        self, name: str, *, preferred: int | None = None, wanted: int | None = None, host: str = LOOPBACK
    ) -> PortChoice:
        """The port that is wanted now, else the one kept for this name, else a free one; written down."""
        kept = self.read()
        wanted = wanted if wanted is not None else kept.get(name, preferred)
        because = None if wanted is None else why_not(wanted, host)
        if wanted is not None and because is None and not hold(wanted):
            because = "is taken by another Baton"
        if wanted is not None and because is None:
            choice = PortChoice(wanted)
        else:
            others = set(kept.values())
            port = next(port for port in iter(free_port, None) if port not in others and hold(port))
            choice = PortChoice(port, wanted, because)
        write_private_json(self._path, {**kept, name: choice.port})
        return choice
