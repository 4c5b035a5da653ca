"""The sentences of model calls."""

from collections.abc import Callable, Mapping

from baton.ops.commands.view.foreign import is_empty
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import FAILED, Shape
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.times import duration
from baton.ops.commands.view.words import agent_name, count, model_name, usage_text, why
from orchestration.engine.events import EventKind
from orchestration.engine.view import StepView


def _started(telling: Telling) -> Line:
    sentence = f"{agent_name(telling.after)} asks {model_name(telling.after)}."
    return Line(telling.record.at, sentence, passing=True)


def _attempt_failed(telling: Telling) -> Line:
    payload = telling.payload
    pause = payload.get("retry_in_ms")
    again = "Baton gives up." if pause is None else f"Baton tries again in {duration(pause)}."
    return Line(
        telling.record.at,
        f"{_subject(telling)} gave no reply, try {payload['attempt']}. {again}",
        shape=FAILED,
        duration_ms=payload.get("duration_ms"),
        facts=(why(payload["code"], payload["message"]),),
    )


def _completed(telling: Telling) -> Line:
    step = telling.step
    if step is None:
        return Line(telling.record.at, f"{_subject(telling)} replied.")
    sentence, shape = _reply(telling, step)
    # The text of an answer is the output of the run, which is shown at the end.
    is_answer = shape is None and not step.calls
    parts = tuple(text for text in (step.reasoning, step.text) if not is_empty(text))
    facts = (usage_text(step.usage),)
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
            return f"A content filter of the provider stopped {model_name(telling.after)}.", FAILED
    if step.calls:
        return f"{subject} asked for {count(len(step.calls), 'tool call', 'tool calls')}.", None
    return f"{subject} answered.", None


def _subject(telling: Telling) -> str:
    name = model_name(telling.after)
    return name[0].upper() + name[1:]


MODEL_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.MODEL_CALL_STARTED: _started,
    EventKind.MODEL_ATTEMPT_FAILED: _attempt_failed,
    EventKind.MODEL_CALL_COMPLETED: _completed,
}
