"""The structured path of a router: to delegate is to call a tool, any other words are the answer."""

from collections.abc import Sequence

from baton.core.text import clean_text
from orchestration.engine.output.problems import Problem, Refused, refused
from orchestration.engine.output.reading import Rung, read_text
from orchestration.engine.output.router_contract import Answered, Decided, judge_route

type Call = tuple[str, str | None]
"""Name and arguments, as they came."""


def read_tool_route(
    text: str, calls: Sequence[Call], finish_reason: str, targets: Sequence[str]
) -> tuple[Decided, Rung | None]:
    """Text and call together, or two calls, are no decision."""
    if finish_reason == "length":
        return refused(Problem.TRUNCATED), None
    if finish_reason in ("refusal", "content_filter"):
        return refused(Problem.REFUSED), None
    if len(calls) > 1:
        return refused(Problem.MULTIPLE_OBJECTS, "Call one tool, once."), None
    if not calls:
        said = clean_text(text)
        return (Answered(said), Rung.STRICT) if said.strip() else (refused(Problem.EMPTY_OUTPUT), None)
    if text.strip():
        return refused(Problem.BOTH_SHAPES, "It both answers and delegates; do one of the two."), None
    reading = read_text(calls[0][1] or "", "stop")
    if reading.refused is not None and reading.refused.problem is not Problem.EMPTY_OUTPUT:
        return reading.refused, None
    value = reading.value if reading.refused is None else {}
    decided = judge_route(value or {"delegate_to": None, "delegate_input_phrase": None}, targets)
    if isinstance(decided, Refused) and decided.problem is Problem.NEITHER_SHAPE and not value:
        return refused(Problem.HALF_DELEGATION, "delegate_to and delegate_input_phrase are missing."), None
    return decided, None if isinstance(decided, Refused) else reading.stage
