"""Which run the code of this task on the loop works for: its log lines say so. Pure."""

import logging
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    run_id: str
    trace_id: str


_ABOUT: ContextVar[About | None] = ContextVar("baton_about", default=None)


def work_for(run_id: str, trace_id: str) -> None:
    """From now on this task, and whatever it starts, works for that run."""
    _ABOUT.set(About(run_id, trace_id))


def current() -> About | None:
    return _ABOUT.get()


class RunFilter(logging.Filter):
    """Adds `run_id`, `trace_id` and `about`, which is both as a line shows them; empty outside of runs."""

    def filter(self, record: logging.LogRecord) -> bool:
        about = _ABOUT.get()
        record.run_id = about.run_id if about else ""
        record.trace_id = about.trace_id if about else ""
        record.about = f" [run={about.run_id} trace={about.trace_id}]" if about else ""
        return True
