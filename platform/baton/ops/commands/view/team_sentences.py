"""The sentences of an orchestration: its plan, and what its members begin and end."""

from collections.abc import Callable, Mapping

from baton.core.visible import visible
from baton.ops.commands.view.foreign import long
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import CANCELLED, FAILED, SUCCEEDED
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.words import count, why, worker_name
from orchestration.engine.bodies import read_text
from orchestration.engine.events import EventKind
from orchestration.engine.view import TaskView

_BEGINS = {
    "plan": "plans",
    "execute": "works on “{title}”",
    "review": "reviews “{title}”",
    "revise": "revises “{title}”",
    "compose": "writes the answer",
}
_REASONS = {
    "approved": "it was approved",
    "max_reviews_reached": "it was reviewed as often as it may be",
    "no_reviewer": "there is nobody to review it",
    "not_wanted": "no review is wanted",
    "failed": "no review of it could be read",
}


def _made(telling: Telling) -> Line:
    items = telling.payload["items"]
    by = {"input": "The request is the one task", "stored": "The stored plan has"}
    begin = by.get(telling.payload["source"], "The plan has")
    what = "" if telling.payload["source"] == "input" else f" {count(len(items), 'task', 'tasks')}"
    facts = tuple(f"{visible(item['title'])}{_after(item['depends_on'])}" for item in items)
    return Line(telling.record.at, f"{begin}{what}.", facts=facts if what else ())


def _after(needed: list[str]) -> str:
    return f", after {', '.join(visible(each) for each in needed)}" if needed else ""


def _started(telling: Telling) -> Line:
    payload = telling.payload
    task = telling.after.tasks[-1]
    does = _BEGINS.get(task.kind, "begins").format(title=_title(telling, task.item))
    facts = (visible(payload["reason"]),) if payload["reason"] else ()
    return Line(telling.record.at, f"{_who(telling)} {does}.", facts=facts)


def _completed(telling: Telling) -> Line:
    task = _task(telling)
    quote = long(read_text(telling.payload.get("output")))
    if task is not None and task.verdict is not None:
        content = not (task.verdict["needs_more_work"] or task.verdict["below"])
        sentence = f"{_who(telling)} is content." if content else f"{_who(telling)} asks for more work."
        shape = SUCCEEDED if content else FAILED
        return Line(telling.record.at, sentence, shape, quote=long(task.verdict["comments"]))
    return Line(telling.record.at, f"{_who(telling)} has ended its task.", SUCCEEDED, quote=quote)


def _failed(telling: Telling) -> Line:
    payload = telling.payload
    facts = (why(payload["code"], payload["message"]),)
    return Line(telling.record.at, f"{_who(telling)} did not get it done.", FAILED, facts=facts)


def _item_ended(telling: Telling) -> Line:
    payload = telling.payload
    title = _title(telling, payload["item"])
    if payload["state"] == "skipped":
        facts: tuple[str, ...] = (visible(payload["message"]),)
        return Line(telling.record.at, f"“{title}” is left out.", CANCELLED, facts=facts)
    if payload["state"] == "failed":
        return Line(telling.record.at, f"“{title}” failed.", FAILED)
    reason = _REASONS.get(payload["reason"] or "", "")
    facts = ("Its last revision was not reviewed.",) if payload["final_revision_unreviewed"] else ()
    sentence = f"“{title}” is done{f': {reason}' if reason else ''}."
    return Line(telling.record.at, sentence, SUCCEEDED, facts=facts)


def _who(telling: Telling) -> str:
    return worker_name(telling.after, telling.payload)


def _task(telling: Telling) -> TaskView | None:
    return next((task for task in telling.after.tasks if task.id == telling.payload["task"]), None)


def _title(telling: Telling, key: str | None) -> str:
    plan = telling.after.plan
    items = () if plan is None else plan.items
    return visible(next((item.title for item in items if item.key == key), key or "the request"))


TEAM_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.PLAN_MADE: _made,
    EventKind.TASK_STARTED: _started,
    EventKind.TASK_COMPLETED: _completed,
    EventKind.TASK_FAILED: _failed,
    EventKind.PLAN_ITEM_ENDED: _item_ended,
}
