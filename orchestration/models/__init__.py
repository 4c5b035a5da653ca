"""The models of the run record, imported here so that Django finds them."""

from orchestration.models.approval import Approval, HeldDecision
from orchestration.models.provider_state import ProviderState
from orchestration.models.run import Run, Task, Worker
from orchestration.models.step import Attempt, RunBody, Step, TraceEvent
from orchestration.models.tool_call import ToolCall

__all__ = [
    "Approval",
    "Attempt",
    "HeldDecision",
    "ProviderState",
    "Run",
    "RunBody",
    "Step",
    "Task",
    "ToolCall",
    "TraceEvent",
    "Worker",
]
