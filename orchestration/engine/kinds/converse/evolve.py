"""`evolve`: the state after one record more. Kinds that this task kind does not know change nothing."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from agents_app.spec import AgentSpec
from orchestration.engine.contract import contract_of
from orchestration.engine.events import EventKind, Record
from orchestration.engine.kinds.converse import evolve_calls, evolve_model, evolve_output
from orchestration.engine.kinds.converse.state import State, initial

type Handler = Callable[[State, Record], State]


def evolve(state: State, record: Record) -> State:
    """The state after one record more."""
    handler = _HANDLERS.get(record.kind)
    return state if handler is None else handler(state, record)


def fold(spec: AgentSpec, records: Sequence[Record]) -> State:
    """The state of a run's root task from all its records, the first of which is run_created."""
    return evolve_all(initial(contract_of(records[0]), spec), records)


def evolve_all(state: State, records: Iterable[Record]) -> State:
    """The state after several records more, in their order."""
    for record in records:
        state = evolve(state, record)
    return state


def _on_cancelling(state: State, record: Record) -> State:
    return replace(state, cancelling=True)


def _on_end(state: State, record: Record) -> State:
    return replace(evolve_calls.close_calls(state), ended=True)


_HANDLERS: dict[str, Handler] = {
    EventKind.MODEL_CALL_STARTED: evolve_model.on_started,
    EventKind.MODEL_ATTEMPT_FAILED: evolve_model.on_attempt_failed,
    EventKind.MODEL_CALL_COMPLETED: evolve_model.on_completed,
    EventKind.OUTPUT_READ: evolve_output.on_read,
    EventKind.TOOL_CALL_PROPOSED: evolve_calls.on_proposed,
    EventKind.APPROVAL_REQUESTED: evolve_calls.on_requested,
    EventKind.APPROVAL_DECIDED: evolve_calls.on_decided,
    EventKind.APPROVAL_EXPIRED: evolve_calls.on_expired,
    EventKind.APPROVAL_SUPERSEDED: evolve_calls.on_superseded,
    EventKind.TOOL_CHANGED: evolve_calls.on_tool_changed,
    EventKind.TOOL_CALL_STARTED: evolve_calls.on_started,
    EventKind.TOOL_CALL_COMPLETED: evolve_calls.on_completed,
    EventKind.TOOL_CALL_UNKNOWN: evolve_calls.on_unknown,
    EventKind.RUN_NEEDS_ATTENTION: evolve_calls.on_needs_attention,
    EventKind.RUN_CANCELLING: _on_cancelling,
    EventKind.RUN_CANCELLED: _on_end,
    EventKind.RUN_TIMED_OUT: _on_end,
    EventKind.RUN_COMPLETED: _on_end,
    EventKind.RUN_FAILED: _on_end,
    EventKind.RUN_REJECTED: _on_end,
}
