"""Reading the answer of an agent whose output has a schema, and what is recorded of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.arguments import CompiledSchema
from baton.core.canonical import canonical_text
from orchestration.engine.events import EventKind
from orchestration.engine.kinds.converse import is_blank
from orchestration.engine.output import Problem, Reading, Refused, Tried, read_text
from orchestration.engine.output.schema_contract import judge_schema
from orchestration.engine.ports import ModelReply
from orchestration.runner.draft import TaskDraft

_SHORT = 500
CONTRACT = "contract"
"""The last rung: what was read is judged by the schema."""


type Judge = Callable[[Mapping[str, Any], tuple[str, ...]], Refused | None]
"""Of a value that fits the schema, and the places that were read as what they are not. None: it holds."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What an answer must be: its schema, and what no schema can say."""

    schema: CompiledSchema
    judge: Judge | None = None


@dataclass(frozen=True, slots=True)
class OutputResult:
    """What became of one answer: its value in canonical JSON, or why it is refused."""

    reading: Reading
    value: str | None = None
    coerced: tuple[str, ...] = ()
    refused: Refused | None = None


def read_answer(reply: ModelReply, form: AnswerForm) -> OutputResult | None:
    """None where there is nothing to read: calls were asked for, it was declined, or nothing was said (which
    is asked for again by itself). Pure; a long text takes long, so not on an event loop."""
    if reply.calls or reply.finish_reason in ("refusal", "content_filter"):
        return None
    if is_blank(reply.text) and reply.finish_reason != "length":
        return None
    reading = read_text(reply.text, reply.finish_reason)
    if reading.refused is not None:
        return OutputResult(reading, refused=reading.refused)
    fitting = judge_schema(reading.value, form.schema)
    if isinstance(fitting, Refused):
        return OutputResult(reading, refused=fitting)
    if form.judge is not None and (problem := form.judge(fitting.value, fitting.coerced)) is not None:
        return OutputResult(reading, refused=problem)
    return OutputResult(reading, canonical_text(fitting.value), fitting.coerced)


def record_output(draft: TaskDraft, step: str, result: OutputResult) -> None:
    """One event for each rung that was tried, and one for what came of it."""
    reading = result.reading
    for tried in reading.tried:
        draft.add(EventKind.OUTPUT_RUNG, {"step": step, "rung": tried.rung.value, **_problem_of(tried)})
    if reading.refused is None:
        judged = Tried(reading.tried[-1].rung, result.refused)
        draft.add(EventKind.OUTPUT_RUNG, {"step": step, "rung": CONTRACT, **_problem_of(judged)})
    refusals = draft.state.output.refusals if draft.state.output is not None else 0
    refused = result.refused
    draft.add(
        EventKind.OUTPUT_READ,
        {
            "step": step,
            "outcome": "accepted" if refused is None else "refused",
            "attempt": refusals + 1,
            "stage": reading.stage.value if reading.stage is not None else None,
            "words_around": reading.words_around,
            "coerced": list(result.coerced),
            "problem": None if refused is None else refused.problem.value,
            "message": None if refused is None else refused.message[:_SHORT],
            "value": None if result.value is None else draft.text(result.value),
        },
    )


def _problem_of(tried: Tried) -> dict[str, str | None]:
    if tried.refused is None:
        return {"result": "held", "problem": None, "message": None}
    problem: Problem = tried.refused.problem
    return {"result": "passed", "problem": problem.value, "message": tried.refused.message[:_SHORT]}
