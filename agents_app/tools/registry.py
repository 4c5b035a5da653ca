"""Which runner runs which kind of tool: one line each, so that a new kind touches nothing else."""

from collections.abc import Callable, Mapping
from typing import Final

from agents_app.tools.http.runner import HttpToolRunner
from baton.egress.allow import AllowList
from orchestration.engine.ports import ToolRunner

RUNNERS: Final[Mapping[str, Callable[[AllowList], ToolRunner]]] = {
    "http": HttpToolRunner,
}


def open_runner(kind: str, allow: AllowList) -> ToolRunner:
    """A runner for the event loop of the caller, who closes it."""
    return RUNNERS[kind](allow)
