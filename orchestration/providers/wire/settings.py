"""Settings of an agent on their way into a request: what the model does not take is not sent."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from agents_app.capabilities import Capabilities
from orchestration.providers.wire.failures import refused

ONLY_WITH_TOOLS: Final = frozenset({"tool_choice", "parallel_tool_calls"})
"""Endpoints refuse these in a request without tools."""


def sendable_settings(
    settings: Mapping[str, Any], capabilities: Capabilities, ours: frozenset[str]
) -> Iterator[tuple[str, Any]]:
    """Names and values to send. Raises ModelError for one that is the adapter's to decide."""
    for name, value in settings.items():
        if name in ours:
            raise refused(f"The setting {name!r} cannot be set on an agent.")
        if value is not None and capabilities.can(name):
            yield name, value
