"""Turning telemetry on in a process, where the environment asks for it.

Where it does not, nothing of OpenTelemetry is even loaded: the SDK costs a start some hundred milliseconds.
"""

import atexit
import importlib
from collections.abc import Callable, Sequence
from typing import Protocol

from baton.telemetry.choice import Choice
from baton.telemetry.span import Span

_SDK = "baton.telemetry.sdk.opening"


class SpanSender(Protocol):
    """Where finished spans go."""

    def is_sampled(self, trace_id: str) -> bool: ...

    def send(self, spans: Sequence[Span]) -> bool:
        """Whether they have arrived. Waits for it, and never raises."""
        ...


class Telemetry(Protocol):
    """What was turned on."""

    @property
    def sender(self) -> SpanSender | None: ...

    def close(self) -> None: ...


def start_telemetry(choice: Choice, hide: Callable[[str], str]) -> Telemetry | None:
    """Export as chosen; None: nothing was. `hide` takes secrets out of what leaves as text."""
    if choice.is_off:
        return None
    opened: Telemetry = importlib.import_module(_SDK).open_telemetry(choice, hide)
    return opened


def start_for_good(choice: Choice, hide: Callable[[str], str]) -> None:
    """The same for a process that has nothing to do with it but to let it go on till its end."""
    telemetry = start_telemetry(choice, hide)
    if telemetry is not None:
        atexit.register(telemetry.close)
