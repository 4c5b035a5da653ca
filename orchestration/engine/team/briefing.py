"""The text that a member is given when it begins: written from the record, once the long texts are loaded."""

from collections.abc import Mapping

from orchestration.engine.bodies import BodyRef, Text, load_text
from orchestration.engine.team.decide import results_of
from orchestration.engine.team.plan import Plan
from orchestration.engine.team.prompts import (
    Written,
    compose_prompt,
    execute_prompt,
    joined,
    plan_prompt,
    review_prompt,
    revise_prompt,
)
from orchestration.engine.team.selection import able_to
from orchestration.engine.team.state import ItemState, Stage, TaskKind, TeamState
from orchestration.engine.team.steps import Result, StartTask


def bodies_of(state: TeamState) -> tuple[str, ...]:
    """Ids of the stored texts that briefings of this moment may hold."""
    texts = (state.contract.input, *(item.output for item in state.items.values()))
    return tuple(dict.fromkeys(text.ref for text in texts if isinstance(text, BodyRef)))


def briefing(state: TeamState, step: StartTask, bodies: Mapping[str, str]) -> str:
    """What the member is told. `bodies` holds what `bodies_of` names."""
    text = load_text(state.contract.input, bodies)
    match step.kind:
        case TaskKind.PLAN:
            return plan_prompt(state.spec.planner, able_to(state.spec.members), text)
        case TaskKind.COMPOSE:
            return compose_prompt(text, [_written(each, bodies) for each in results_of(state)])
        case TaskKind.EXECUTE:
            item = state.items[step.item]
            needed = [_work(state.items[key], bodies) for key in item.item.depends_on]
            return execute_prompt(_task(state, item, text), needed)
        case TaskKind.REVIEW:
            item = state.items[step.item]
            return review_prompt(state.spec.review, _task(state, item, text), _work(item, bodies).text)
        case TaskKind.REVISE:
            return revise_prompt(state.items[step.item].rounds[-1].read, step.round)


def answer_of(results: tuple[Result, ...], bodies: Mapping[str, str]) -> str:
    """The run's answer where nobody composes one."""
    return joined([_written(each, bodies) for each in results])


def bodies_in(texts: tuple[Text | None, ...]) -> tuple[str, ...]:
    """Ids of those that are stored elsewhere."""
    return tuple(text.ref for text in texts if isinstance(text, BodyRef))


def _task(state: TeamState, item: ItemState, text: str) -> str:
    plan = state.plan
    assert isinstance(plan, Plan)  # items come from it
    return plan.prompt_of(item.item, text)


def _work(item: ItemState, bodies: Mapping[str, str]) -> Written:
    assert item.stage is not Stage.PENDING
    return Written(item.item.title, load_text(item.output or "", bodies))


def _written(result: Result, bodies: Mapping[str, str]) -> Written:
    if result.output is not None:
        return Written(result.title, load_text(result.output, bodies))
    why = result.failure.message if result.failure else "It has no result."
    return Written(result.title, f"(This part is missing. {why})")
