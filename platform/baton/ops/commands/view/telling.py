"""What the sentence of an event is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from baton.ops.commands.view.foreign import Quote, short
from orchestration.engine.bodies import Text
from orchestration.engine.events import Record
from orchestration.engine.view import ApprovalView, CallView, RunView, StepView


@dataclass(frozen=True, slots=True)
class Telling:
    """An event between the view before it and the view after it."""

    before: RunView
    after: RunView
    record: Record
    now: datetime
    quote: Callable[[Text], Quote] = short
    """How much of a foreign text is shown."""
    waited_ms: int = 0
    """How long the run has waited for people or the clock so far."""

    @property
    def payload(self) -> Mapping[str, Any]:
        return self.record.payload

    @property
    def call(self) -> CallView | None:
        return next((each for each in self.after.calls if each.id == self.payload.get("call")), None)

    @property
    def step(self) -> StepView | None:
        return next((each for each in self.after.steps if each.id == self.payload.get("step")), None)

    @property
    def approval(self) -> ApprovalView | None:
        wanted = self.payload.get("approval")
        return next((each for each in self.after.approvals if each.id == wanted), None)
