"""The sentences of model calls."""

from collections.abc import Callable, Mapping

from baton.core.visible import visible
from baton.ops.commands.view.foreign import is_empty
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.money import cost_text
from baton.ops.commands.view.statuses import FAILED, Shape
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.times import duration
from baton.ops.commands.view.words import count, model_name, usage_text, why, worker_name
from orchestration.engine.events import EventKind
from orchestration.engine.view import StepView


def _started(telling: Telling) -> Line:
    sentence = (
        f"{worker_name(telling.after, telling.payload)} asks {model_name(telling.after, telling.step)}."
    )
    return Line(telling.record.at, sentence, passing=True)


def _attempt_failed(telling: Telling) -> Line:
    payload = telling.payload
    pause = payload.get("retry_in_ms")
    again = "Baton gives up." if pause is None else f"Baton {_next(telling)} {_in(pause)}."
    return Line(
        telling.record.at,
        f"{_subject(telling)} gave no reply, try {payload['attempt']}. {again}",
        shape=FAILED,
        duration_ms=payload.get("duration_ms"),
        facts=(why(payload["code"], payload["message"]), *_spent(telling)),
    )


def _next(telling: Telling) -> str:
    following = telling.payload.get("next")
    return f"asks the model {visible(following['model'])}" if following else "tries again"


def _in(pause: int) -> str:
    return f"in {duration(pause)}" if pause else "at once"


def _spent(telling: Telling) -> tuple[str, ...]:
    """What the try used and cost, where it is known to have used anything."""
    attempt = telling.step.attempts[-1] if telling.step and telling.step.attempts else None
    if attempt is None or attempt.usage is None:
        return ()
    cost = cost_text(attempt.cost) if attempt.cost.amounts else ""
    return (f"{usage_text(attempt.usage)} {cost}".rstrip(),)


def _completed(telling: Telling) -> Line:
    step = telling.step
    if step is None:
        return Line(telling.record.at, f"{_subject(telling)} replied.")
    sentence, shape = _reply(telling, step)
    # The text of an answer is the output of the run, which is shown at the end.
    is_answer = shape is None and not step.calls
    parts = tuple(text for text in (step.reasoning, step.text) if not is_empty(text))
    facts = _spent(telling)
    quote = None if is_answer or not parts else telling.quote(parts[-1])
    return Line(telling.record.at, sentence, shape, step.duration_ms, facts, quote)


def _reply(telling: Telling, step: StepView) -> tuple[str, Shape | None]:
    subject = _subject(telling)
    match step.finish_reason:
        case "length":
            return f"{subject} was cut off at its length limit.", FAILED
        case "refusal":
            return f"{subject} declined.", FAILED
        case "content_filter":
            return (
                f"A content filter of the provider stopped {model_name(telling.after, telling.step)}.",
                FAILED,
            )
    if step.calls:
        return f"{subject} asked for {count(len(step.calls), 'tool call', 'tool calls')}.", None
    return f"{subject} answered.", None


def _subject(telling: Telling) -> str:
    """Who answered or did not: the agent's own model, or the fallback that was asked instead."""
    asked = telling.before.steps[-1] if telling.before.steps else None
    name = (
        f"the model {visible(asked.model)}"
        if asked and asked.target
        else model_name(telling.after, telling.step)
    )
    return name[0].upper() + name[1:]


MODEL_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.MODEL_CALL_STARTED: _started,
    EventKind.MODEL_ATTEMPT_FAILED: _attempt_failed,
    EventKind.MODEL_CALL_COMPLETED: _completed,
}
