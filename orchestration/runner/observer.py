"""The port of whoever watches the runs of a worker from beside, telemetry above all."""

from typing import Protocol

from baton.live.bus import RunNews


class Observer(Protocol):
    """Neither method may raise or wait: they are called on the loop."""

    def committed(self, news: RunNews) -> None:
        """An entry of a run is on the disk."""
        ...

    def traceparent(self, run_id: str, trace_id: str, call: str, execution: int) -> str | None:
        """The header that tells a tool of which trace this execution is a part. None: it is told nothing."""
        ...
