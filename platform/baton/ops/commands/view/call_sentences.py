"""The sentences of tool calls."""

from collections.abc import Callable, Mapping

from baton.core.visible import visible
from baton.ops.commands.view.foreign import is_empty
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import ATTENTION, FAILED, TIMED_OUT, Shape
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.words import at_host, call_name, rule_text, why, worker_name
from orchestration.engine.bodies import read_text
from orchestration.engine.events import EventKind, ResultKind
from orchestration.engine.states import Outcome
from orchestration.engine.view import CallView


def _proposed(telling: Telling) -> Line:
    payload, call = telling.payload, telling.call
    agent = worker_name(telling.after, telling.payload)
    problem = payload.get("problem")
    tool = visible(str(payload.get("tool") or "a tool"))
    if problem is not None:
        said = why(str(problem["code"]), str(problem["message"]))
        return Line(telling.record.at, f"{agent} asked for {tool}; it cannot run.", FAILED, facts=(said,))
    where = at_host(payload.get("host"))
    rule = rule_text(payload.get("rule"))
    outcome = payload.get("outcome")
    judged = {
        Outcome.ALLOW: "The policy allows it",
        Outcome.ASK: "The policy asks a person",
        Outcome.DENY: "The policy denies it",
    }.get(Outcome(str(outcome)), "The policy says nothing")
    return Line(
        telling.record.at,
        f"{agent} asked for {call_name(call)}.",
        shape=FAILED if outcome == Outcome.DENY else None,
        facts=(f"{tool}{where}. {judged}{': ' + rule if rule else ''}.",),
    )


def _started(telling: Telling) -> Line:
    call = telling.call
    if call is None:
        return Line(telling.record.at, "Baton makes a tool call.", passing=True)
    again = f", execution {call.execution}" if call.execution > 1 else ""
    sentence = f"Baton calls {visible(call.tool)}{at_host(call.host)}{again}."
    return Line(telling.record.at, sentence, passing=True)


def _completed(telling: Telling) -> Line:
    call, payload = telling.call, telling.payload
    if call is None:
        return Line(telling.record.at, "A tool call ended.")
    sentence, shape = _result(telling, call, ResultKind(payload["kind"]))
    content = read_text(payload.get("content"))
    quote = None if is_empty(content) else telling.quote(content)
    return Line(
        telling.record.at,
        sentence,
        shape,
        call.duration_ms if call.started_at else None,
        quote=quote,
    )


def _result(telling: Telling, call: CallView, kind: ResultKind) -> tuple[str, Shape | None]:
    tool, agent = visible(call.tool), worker_name(telling.after, telling.payload)
    match kind:
        case ResultKind.OK:
            code = f" with {call.status}" if call.status else ""
            return f"{visible(call.host) if call.host else tool} answered {call_name(call)}{code}.", None
        case ResultKind.TOOL_ERROR:
            code = f" ({visible(call.code)})" if call.code else ""
            return f"{call_name(call)} failed{code}.", FAILED
        case ResultKind.APPROVAL_EXPIRED:
            return f"{agent} is told that nobody decided in time.", TIMED_OUT
        case ResultKind.REJECTED:
            return f"{agent} is told that {call_name(call)} was rejected.", FAILED
        case ResultKind.REJECTED_BEFORE:
            return f"{agent} is told that this call was rejected before.", FAILED
        case ResultKind.DENIED:
            return f"{agent} is told that {call_name(call)} is not allowed.", FAILED
        case ResultKind.UNKNOWN_TOOL:
            return f"{agent} is told that there is no tool {tool}.", FAILED
        case ResultKind.INVALID_ARGUMENTS:
            return f"{agent} is told that the arguments of {tool} do not fit.", FAILED
        case ResultKind.TOOL_WITHDRAWN:
            return f"{tool} was withdrawn; {call_name(call)} did not run.", FAILED
        case ResultKind.NOT_RUN:
            return f"{call_name(call)} did not run.", FAILED


def _unknown(telling: Telling) -> Line:
    said = why(str(telling.payload["code"]), str(telling.payload["message"]))
    sentence = f"Baton could not tell whether {call_name(telling.call)} happened."
    return Line(telling.record.at, sentence, ATTENTION, facts=(said,))


def _late(telling: Telling) -> Line:
    sentence = f"A late answer to {call_name(telling.call)} arrived; it changed nothing."
    return Line(telling.record.at, sentence)


def _tool_changed(telling: Telling) -> Line:
    return Line(telling.record.at, "A tool changed meanwhile, so what waits is judged again.")


CALL_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.TOOL_CALL_PROPOSED: _proposed,
    EventKind.TOOL_CALL_STARTED: _started,
    EventKind.TOOL_CALL_COMPLETED: _completed,
    EventKind.TOOL_CALL_UNKNOWN: _unknown,
    EventKind.LATE_RESULT: _late,
    EventKind.TOOL_CHANGED: _tool_changed,
}
