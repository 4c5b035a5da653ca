"""Which runner runs which kind of tool: one line each, so that a new kind touches nothing else."""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from agents_app.tools.every import EveryToolRunner
from baton.egress.allow import AllowList
from orchestration.engine.ports import ToolRunner

RUNNERS: Final[Mapping[str, str]] = {
    "http": "agents_app.tools.http.runner:HttpToolRunner",
    "mcp": "agents_app.tools.mcp.runner:McpToolRunner",
}
"""By name, since an SDK costs seconds to import."""


def open_runner(kind: str, allow: AllowList) -> ToolRunner:
    """A runner for the event loop of the caller, who closes it."""
    module, _, name = RUNNERS[kind].partition(":")
    runner = cast(Callable[[AllowList], ToolRunner], getattr(importlib.import_module(module), name))
    return runner(allow)


def open_tools(allow: AllowList) -> ToolRunner:
    """A runner of every kind; each is loaded with the first call of its kind."""
    return EveryToolRunner(partial(open_runner, allow=allow))
