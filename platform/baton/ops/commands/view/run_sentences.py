"""The sentences of the run itself: its beginning, its waits and its ends."""

from collections.abc import Callable, Mapping
from typing import Any

from baton.core.visible import visible
from baton.ops.commands.view.foreign import long
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.money import cost_text
from baton.ops.commands.view.statuses import (
    ATTENTION,
    CANCELLED,
    FAILED,
    SUCCEEDED,
    TIMED_OUT,
    Shape,
    run_status,
)
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.times import duration
from baton.ops.commands.view.words import agent_name, count, is_scripted, next_step, person, usage_text, why
from orchestration.engine.bodies import read_text
from orchestration.engine.events import EventKind
from orchestration.engine.states import RunStatus, WaitingFor
from orchestration.engine.view import RunView

DECIDERS = "a reviewer, an admin or an owner of the project"


def waiting_sentence(view: RunView) -> str:
    """Whom or what a run waits for."""
    agent = agent_name(view)
    pending = len(view.pending_approvals)
    if WaitingFor.APPROVAL in view.waiting_for or pending:
        what = "a decision" if pending < 2 else count(pending, "decision", "decisions")
        return f"{agent} waits for {what} by {DECIDERS}."
    return f"{agent}: {run_status(RunStatus.WAITING, view.waiting_for).word.lower()}."


def _created(telling: Telling) -> Line:
    agent = telling.payload.get("agent") or telling.payload.get("orchestration") or {}
    version = f" (version {agent['version']})" if agent.get("version") is not None else ""
    sentence = f"{person(telling.payload.get('requester'))} asked {agent_name(telling.after)}{version}:"
    scripted = (telling.payload.get("model") or {}).get("scripted")
    facts = ("Its model follows a script: no real model is called.",) if scripted else ()
    quote = long(read_text(telling.payload.get("input")))
    return Line(telling.record.at, sentence, facts=facts, quote=quote)


def _waiting(telling: Telling) -> Line:
    status = run_status(RunStatus.WAITING, telling.after.waiting_for)
    return Line(telling.record.at, waiting_sentence(telling.after), status.shape, passing=True)


def _cancelling(telling: Telling) -> Line:
    reason = visible(" ".join(str(telling.payload.get("reason") or "").split())).rstrip(".")
    return Line(
        telling.record.at,
        f"{person(telling.payload.get('by'))} cancelled the run; what is under way is being ended.",
        CANCELLED,
        facts=(f"Reason: {reason}.",) if reason else (),
    )


def _needs_attention(telling: Telling) -> Line:
    return Line(telling.record.at, "The run needs a person.", ATTENTION, facts=_reasons(telling.payload))


def _cancelled(telling: Telling) -> Line:
    return _end(telling, "The run was cancelled", CANCELLED)


def _timed_out(telling: Telling) -> Line:
    reason = {"code": "deadline_passed", "message": ""}
    return _end(telling, "The run passed its deadline", TIMED_OUT, _reasons(reason))


def _completed(telling: Telling) -> Line:
    return _end(telling, "The run completed", SUCCEEDED)


def _failed(telling: Telling) -> Line:
    return _end(telling, "The run failed", FAILED, _reasons(telling.payload))


def _rejected(telling: Telling) -> Line:
    return _end(telling, "The agent rejected the request", FAILED, _reasons(telling.payload))


def _end(telling: Telling, sentence: str, shape: Shape, reasons: tuple[str, ...] = ()) -> Line:
    """The last line: how long it took, how much of it was people, and what it used."""
    view = telling.after
    if view.duration_ms is not None:
        sentence += f" after {duration(view.duration_ms)}"
    if telling.waited_ms:
        sentence += f", of it {duration(telling.waited_ms)} waiting"
    return Line(telling.record.at, f"{sentence}.", shape, facts=(*reasons, *_used(view)))


def _used(view: RunView) -> tuple[str, ...]:
    if not view.steps:
        return ()
    models = count(len(view.steps), "model call", "model calls")
    tools = count(len(view.calls), "tool call", "tool calls")
    # A script costs nobody anything; where the project gives it a price all the same, that is said.
    is_free = is_scripted(view) and not view.cost.amounts
    cost = "" if is_free else cost_text(view.cost)
    return (f"{models}, {tools}; {usage_text(view.usage)} {cost}".rstrip(),)


def _reasons(problem: Mapping[str, Any]) -> tuple[str, ...]:
    """Why, in plain words, and what to do next."""
    code, message = str(problem["code"]), str(problem["message"])
    step = next_step(code)
    return (why(code, message), *((step,) if step else ()))


RUN_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.RUN_CREATED: _created,
    EventKind.RUN_WAITING: _waiting,
    EventKind.RUN_CANCELLING: _cancelling,
    EventKind.RUN_CANCELLED: _cancelled,
    EventKind.RUN_TIMED_OUT: _timed_out,
    EventKind.RUN_COMPLETED: _completed,
    EventKind.RUN_FAILED: _failed,
    EventKind.RUN_REJECTED: _rejected,
    EventKind.RUN_NEEDS_ATTENTION: _needs_attention,
}
