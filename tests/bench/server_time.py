"""Processor time of other processes. PostgreSQL's too: what a client saves may only have moved there."""

import os
from pathlib import Path

from baton.ops.embedded.postgres import EmbeddedPostgres

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _SYSTEM = 1, 11, 12
"""Places in /proc/PID/stat, counted behind the name."""


def server_seconds(server: EmbeddedPostgres) -> float:
    """Of all processes that live now; look twice while the same ones are connected. Zero without /proc."""
    postmaster = (server.data / "postmaster.pid").read_text().split("\n")[0]
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if fields[_PARENT] == postmaster:
            ticks += int(fields[_USER]) + int(fields[_SYSTEM])
    return ticks / _TICKS


def process_seconds(pid: int) -> float:
    """Of one process, with all of its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS
