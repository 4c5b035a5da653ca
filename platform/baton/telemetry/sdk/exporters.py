"""Exporters by the names under which packages register them: `otlp_proto_http`, `otlp_proto_grpc`, `console`.

Where they send and with which headers they read from the standard variables themselves.
"""

from importlib.metadata import entry_points
from typing import Any


def load_exporters(group: str, names: tuple[str, ...]) -> list[Any]:
    """One of each. Raises LookupError naming what is not installed."""
    found = []
    for name in names:
        registered = entry_points(group=group, name=name)
        if not registered:
            raise LookupError(f"No exporter {name!r} is installed ({group}).")
        found.append(next(iter(registered)).load()())
    return found
