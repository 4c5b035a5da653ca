"""What the records of tool calls and their approvals do to the state of a conversing task."""

from dataclasses import replace

from baton.core.errors import BatonError
from orchestration.engine.bodies import read_text
from orchestration.engine.call_results import STATE_OF_RESULT
from orchestration.engine.events import Record, ResultKind
from orchestration.engine.fingerprint import fingerprint_of
from orchestration.engine.kinds.converse.state import Call, State, ToolTurn
from orchestration.engine.states import CALL_ENDS, CALL_TRANSITIONS, CallState, EffectClass, Outcome

_PROBLEMS = frozenset(
    {
        ResultKind.UNKNOWN_TOOL,
        ResultKind.INVALID_ARGUMENTS,
        ResultKind.REJECTED_BEFORE,
        ResultKind.TOOL_WITHDRAWN,
        ResultKind.DENIED,
    }
)


class BrokenRecord(BatonError):
    """A record that cannot follow the ones before it: the run must be looked at, never guessed on."""


def on_proposed(state: State, record: Record) -> State:
    """The call was validated and judged: allowed, awaiting its card, or ended without running."""
    payload = record.payload
    call = _call_of(state, record)
    outcome, problem, arguments = payload["outcome"], payload.get("problem"), payload.get("arguments")
    call = replace(
        call,
        judged=True,
        effect_class=EffectClass(payload.get("effect_class") or EffectClass.AT_MOST_ONCE),
        fingerprint=payload.get("fingerprint")
        or (None if arguments is None else fingerprint_of(call.tool, arguments)),
    )
    if problem is not None:
        call = _refuse(call, record, _kind_of_problem(problem["code"]), problem["code"], problem["message"])
        if call.ending is ResultKind.UNKNOWN_TOOL and not _has_unknown_tool(state):
            state = replace(state, corrections=state.corrections + 1)
    elif outcome == Outcome.ALLOW:
        call = replace(_move(call, CallState.ALLOWED, record), allowed_seq=record.seq)
    elif outcome == Outcome.ASK:
        call = replace(call, must_judge=True)
    else:
        call = _refuse(call, record, ResultKind.DENIED, "denied", "")
    return state.with_call(call)


def on_requested(state: State, record: Record) -> State:
    """A card about the call is open."""
    call = _move(_call_of(state, record), CallState.AWAITING, record)
    return state.with_call(replace(call, approval=record.payload["approval"], must_judge=False))


def on_decided(state: State, record: Record) -> State:
    """Approved, and in line to start; or rejected, and never to be asked about again in this run."""
    call = _call_of(state, record)
    if record.payload["decision"] == "approve":
        call = replace(_move(call, CallState.ALLOWED, record), allowed_seq=record.seq, must_judge=False)
        return state.with_call(call)
    call = replace(
        _move(call, CallState.REJECTED, record),
        ending=ResultKind.REJECTED,
        message=record.payload.get("reason") or "",
        must_judge=False,
    )
    if call.fingerprint is not None:
        state = replace(state, rejected=state.rejected | {call.fingerprint})
    return state.with_call(call)


def on_expired(state: State, record: Record) -> State:
    """Nobody decided in time, or nobody started in time what was approved."""
    call = _call_of(state, record)
    unused = call.state is CallState.ALLOWED
    call = replace(
        _move(call, CallState.EXPIRED, record),
        ending=ResultKind.APPROVAL_EXPIRED,
        code="approval_unused" if unused else "approval_expired",
        must_judge=False,
    )
    return state.with_call(call)


def on_superseded(state: State, record: Record) -> State:
    """The card is void; a judgement comes before the next one."""
    call = _move(_call_of(state, record), CallState.AWAITING, record)
    return state.with_call(replace(call, approval=None, must_judge=True, allowed_seq=0))


def on_tool_changed(state: State, record: Record) -> State:
    """Cards that show the tool as it was are judged again; an approved call is judged when it starts."""
    for call in state.in_states(CallState.AWAITING):
        if call.tool == record.payload["tool"]:
            state = state.with_call(replace(call, must_judge=True))
    return state


def on_started(state: State, record: Record) -> State:
    """The intent is recorded: from here on the call may have left."""
    call = _move(_call_of(state, record), CallState.EXECUTING, record)
    call = replace(call, execution=record.payload["execution"])
    return replace(state.with_call(call), steps_used=state.steps_used + 1)


def on_completed(state: State, record: Record) -> State:
    """The one result of the call, which the next model turn reads."""
    call = _call_of(state, record)
    if call.is_answered:
        raise BrokenRecord("broken_record", f"Call {call.id} has a result already, before seq {record.seq}.")
    kind = ResultKind(record.payload["kind"])
    if call.ending is None:
        call = _move(call, STATE_OF_RESULT[kind], record)
    call = replace(
        call,
        result=kind,
        content=read_text(record.payload["content"]),
        code=record.payload.get("code") or call.code,
        must_judge=False,
    )
    state = state.with_call(call)
    return _close_step(state) if state.is_step_answered else state


def on_unknown(state: State, record: Record) -> State:
    """The call may have happened; only a person can say."""
    call = _move(_call_of(state, record), CallState.UNKNOWN, record)
    return state.with_call(replace(call, code=record.payload["code"], message=record.payload["message"]))


def on_needs_attention(state: State, record: Record) -> State:
    """A call that is named because its approval no longer binds has failed without a result."""
    identifier = record.payload.get("call")
    if identifier is None:
        return state
    call = _call_of(state, record)
    if call.state is CallState.UNKNOWN:
        return state
    call = _move(call, CallState.FAILED, record)
    return state.with_call(replace(call, code=record.payload["code"], message=record.payload["message"]))


def close_calls(state: State) -> State:
    """The end of the run: what never ran is cancelled, what may still run is unknown."""
    for call in state.calls:
        if call.state is CallState.EXECUTING:
            state = state.with_call(replace(call, state=CallState.UNKNOWN))
        elif call.state not in CALL_ENDS and call.state is not CallState.UNKNOWN:
            state = state.with_call(replace(call, state=CallState.CANCELLED, must_judge=False))
    return state


def _call_of(state: State, record: Record) -> Call:
    identifier = record.payload["call"]
    try:
        return state.call(identifier)
    except KeyError:
        raise BrokenRecord(
            "broken_record", f"{record.kind} at seq {record.seq} names call {identifier}, which is not open."
        ) from None


def _move(call: Call, to: CallState, record: Record) -> Call:
    again = call.state is to and to in (CallState.AWAITING, CallState.EXECUTING)
    if not again and (call.state, to) not in CALL_TRANSITIONS:
        raise BrokenRecord(
            "broken_record",
            f"{record.kind} at seq {record.seq} would take call {call.id} from {call.state} to {to}.",
        )
    return replace(call, state=to)


def _refuse(call: Call, record: Record, kind: ResultKind, code: str, message: str) -> Call:
    return replace(_move(call, CallState.DENIED, record), ending=kind, code=code, message=message)


def _kind_of_problem(code: str) -> ResultKind:
    """Codes finer than a result kind (duplicate_key, unsafe_integer, ...) are about the arguments."""
    return ResultKind(code) if code in _PROBLEMS else ResultKind.INVALID_ARGUMENTS


def _has_unknown_tool(state: State) -> bool:
    return any(call.ending is ResultKind.UNKNOWN_TOOL for call in state.calls)


def _close_step(state: State) -> State:
    turns = tuple(
        ToolTurn(call.id, call.content, is_error=call.result is not ResultKind.OK) for call in state.calls
    )
    return replace(state, turns=state.turns + turns)
