"""The effects a driver has under way: tasks on the loop, and results that are not recorded yet."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from agents_app.spec import EffectClass
from orchestration.engine.ports import ToolError
from orchestration.runner.effects import ModelResult, ToolResult

type Result = ModelResult | ToolResult

MAX_EXECUTIONS = 3
"""Times a call is sent under one key when no answer comes; its class must allow it."""


class Hand:
    """Running effects by the step or call each is for."""

    def __init__(self, wake: asyncio.Event) -> None:
        self._wake = wake
        self._running: dict[asyncio.Task[Result], str] = {}
        self.results: list[Result] = []
        """Ended, not recorded yet: kept until the journal has said done."""

    @property
    def is_empty(self) -> bool:
        return not self._running

    def holds(self, ref: str) -> bool:
        """Whether the effect for a step or call runs, or has ended without being recorded."""
        return ref in self._running.values() or any(_ref_of(result) == ref for result in self.results)

    def start(self, ref: str, effect: "asyncio._CoroutineLike[Result]") -> None:
        task = asyncio.create_task(effect)
        task.add_done_callback(self._rouse)
        self._running[task] = ref

    def abort(self, ref: str) -> None:
        """End an effect whose result nobody needs."""
        for task, held in list(self._running.items()):
            if held == ref:
                del self._running[task]
                task.cancel()

    def cut_off(self) -> None:
        """End every tool call that still runs; each leaves a result that says so."""
        for task, ref in list(self._running.items()):
            del self._running[task]
            task.cancel()
            self.results.append(ToolResult(ref, aborted=True))

    def forget(self, recorded: Sequence[Result]) -> None:
        """What is recorded now; results that came while it was written down stay."""
        self.results = [result for result in self.results if not any(result is each for each in recorded)]

    def drop(self) -> None:
        """Forget everything: the run is somebody else's, or has ended."""
        for task in self._running:
            task.cancel()
        self._running.clear()
        self.results.clear()

    async def wait(self, until: float) -> None:
        """Until an effect ends, `wake` is set, or the monotonic instant `until`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(until - time.monotonic()):
                await self._wake.wait()
        self._wake.clear()

    def collect(self, may_repeat: Callable[[ToolResult], bool]) -> list[str]:
        """Take what has ended; returns the calls to send again under the same key, which leave no result."""
        again: list[str] = []
        for task in [task for task in self._running if task.done()]:
            del self._running[task]
            result = task.result()
            if isinstance(result, ToolResult) and may_repeat(result):
                again.append(result.call)
            else:
                self.results.append(result)
        return again

    def _rouse(self, ended: asyncio.Task[Result]) -> None:
        self._wake.set()


def is_repeatable(result: ToolResult, effect_class: EffectClass, executions: int) -> bool:
    """No answer came and the class allows another execution with the same key (promise P3)."""
    unanswered = result.error is not None and not result.error.outcome_known
    return unanswered and effect_class is not EffectClass.AT_MOST_ONCE and executions < MAX_EXECUTIONS


def doubted(error: ToolError | None) -> ToolError | None:
    """The error of an execution after one without an answer: that this one never left says nothing about the
    one before, so the outcome is unknown."""
    if error is None or error.sent or error.answered:
        return error
    return ToolError(error.code, error.message, sent=True)


def _ref_of(result: Result) -> str:
    return result.step if isinstance(result, ModelResult) else result.call
