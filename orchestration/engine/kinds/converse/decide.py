"""`decide`: what a conversing task wants next. Position comes from the records, never from a counter."""

from orchestration.engine.bodies import Text
from orchestration.engine.decisions import (
    Answer,
    Attention,
    Await,
    CallModel,
    CallResult,
    CallTools,
    Decision,
    Fact,
    FactKind,
    Fail,
    Reject,
)
from orchestration.engine.events import ResultKind
from orchestration.engine.kinds.converse.state import Call, OutputRead, State
from orchestration.engine.limits import MAX_CALLS, MAX_CORRECTIONS, MAX_EMPTY_RETRIES
from orchestration.engine.refusals import (
    denied_text,
    expired_text,
    invalid_arguments_text,
    rejected_before_text,
    rejected_text,
    unknown_tool_text,
    unused_text,
    withdrawn_text,
)
from orchestration.engine.states import CallState, WaitingFor


def decide(state: State) -> Decision:
    """Pure and total: every reachable state has exactly one decision."""
    if state.ended:
        return Await()
    executing = _results_of(state.in_states(CallState.EXECUTING))
    if state.cancelling:
        return Await(executing)
    broken = _first_broken(state)
    if broken is not None:
        return Await(executing) if executing else _ask_for_attention(broken)
    if state.finish_reason is None or state.step is not None:
        return _next_turn(state)
    stop = _fatal(state)
    if stop is not None:
        return Await(executing) if executing else stop
    if not state.calls:
        return _finish(state)
    return _next_turn(state) if state.is_step_answered else _go_on_with_calls(state, executing)


def _next_turn(state: State) -> Decision:
    """The limits are judged here alone: a call that a person has approved is not cut off by a step count."""
    failure = state.failure
    if failure is not None and failure.retry_in_ms is None:
        return Fail(failure.code, failure.message)
    contract = state.contract
    if state.steps_used >= contract.steps:
        return Fail("step_limit", f"The run used its {contract.steps} steps without an answer.")
    if contract.tokens is not None and state.tokens_used >= contract.tokens:
        return Fail("token_budget", f"The run used {state.tokens_used} of its {contract.tokens} tokens.")
    return CallModel(
        number=state.model_calls + 1,
        step=state.step,
        attempt=1 if failure is None else failure.attempt + 1,
        retry_in_ms=0 if failure is None else failure.retry_in_ms or 0,
        target=0 if failure is None else failure.target,
    )


def _fatal(state: State) -> Fail | Reject | None:
    """What ends the task whatever its calls say; none of them starts any more."""
    if state.finish_reason in ("refusal", "content_filter"):
        return Reject("model_refused", _shown(state.reply) or "The model declined without saying why.")
    if state.finish_reason == "length" and not _is_read(state):
        return Fail("output_truncated", "The reply of the model was cut off at its length limit.")
    if state.calls_requested > MAX_CALLS:
        return Fail(
            "too_many_calls",
            f"The model asked for {state.calls_requested} calls in one reply; {MAX_CALLS} are the most.",
        )
    if state.corrections > MAX_CORRECTIONS:
        unknown = next(call.tool for call in state.calls if call.ending is ResultKind.UNKNOWN_TOOL)
        return Fail(
            "unknown_tool",
            f"The model named {unknown!r}, which it does not have, after {MAX_CORRECTIONS} corrections.",
        )
    return None


def _is_read(state: State) -> bool:
    """The last reply was read as a structured answer, which judges by itself how it ended."""
    return state.output is not None and state.output.step == state.last_step


def _finish(state: State) -> Decision:
    if state.output is not None and _is_read(state):
        return _finish_read(state, state.output)
    if state.empty_replies == 0:
        return Answer(state.reply)
    if state.empty_replies <= MAX_EMPTY_RETRIES:
        return _next_turn(state)
    return Fail("empty_output", f"The model answered with nothing {state.empty_replies} times in a row.")


def _finish_read(state: State, read: OutputRead) -> Decision:
    if read.value is not None:
        return Answer(read.value)
    if read.refusals < state.contract.output_attempts:
        return _next_turn(state)
    if read.problem == "truncated":
        return Fail("output_truncated", f"The answer was cut off {read.refusals} times, the last one too.")
    message = f"After {read.refusals} tries the answer still does not fit its schema: {read.message}"
    return Fail("output_invalid", message)


def _go_on_with_calls(state: State, executing: tuple[Fact, ...]) -> Decision:
    allowed = sorted(state.in_states(CallState.ALLOWED), key=lambda call: (call.allowed_seq, call.index))
    wish = CallTools(
        propose=tuple(call.id for call in state.calls if not call.judged),
        judge=tuple(call.id for call in state.calls if call.judged and call.must_judge),
        answer=tuple(
            _result_of(state, call)
            for call in state.calls
            if call.ending is not None and not call.is_answered
        ),
        start=tuple(call.id for call in allowed),
    )
    if wish != CallTools():
        return wish
    if executing:
        return Await(executing)
    approvals = tuple(
        Fact(FactKind.DECISION, call.approval or call.id) for call in state.in_states(CallState.AWAITING)
    )
    return Await(approvals, waiting_for=(WaitingFor.APPROVAL,))


def _result_of(state: State, call: Call) -> CallResult:
    match call.ending:
        case ResultKind.REJECTED:
            content = rejected_text(call.message)
        case ResultKind.REJECTED_BEFORE:
            content = rejected_before_text()
        case ResultKind.APPROVAL_EXPIRED:
            content = unused_text() if call.code == "approval_unused" else expired_text()
        case ResultKind.UNKNOWN_TOOL:
            content = unknown_tool_text(call.tool, state.tools)
        case ResultKind.INVALID_ARGUMENTS:
            content = invalid_arguments_text(call.tool, call.message)
        case ResultKind.TOOL_WITHDRAWN:
            content = withdrawn_text(call.tool)
        case _:
            content = denied_text(call.tool)
    return CallResult(call.id, call.ending or ResultKind.DENIED, content, call.code)


def _first_broken(state: State) -> Call | None:
    for call in state.calls:
        if call.state is CallState.UNKNOWN or (call.state is CallState.FAILED and not call.is_answered):
            return call
    return None


def _ask_for_attention(call: Call) -> Await:
    return Await(
        facts=(Fact(FactKind.RESOLUTION, call.id),),
        attention=Attention(call.code or "outcome_unknown", call.message, call.id),
    )


def _results_of(calls: tuple[Call, ...]) -> tuple[Fact, ...]:
    return tuple(Fact(FactKind.RESULT, call.id) for call in calls)


def _shown(text: Text) -> str:
    return text.strip() if isinstance(text, str) else text.head.strip()
