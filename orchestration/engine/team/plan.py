"""Plans: where they come from without a model, and whether one can be worked on.

Agents 36-38: an ordered list of tasks with prompts, wanted specialization or skills, and
dependencies. One that cannot work is refused whole, with every reason, before anything of it starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pydantic import ValidationError

from agents_app.orchestration_spec import (
    INPUT_PLACE,
    ITEM_KEY_PATTERN,
    LONGEST_PROMPT,
    LONGEST_TITLE,
    MemberSpec,
    OrchestrationSpec,
    PlanItem,
)
from agents_app.plans import plan_problems
from orchestration.engine.output import Refused
from orchestration.engine.output.problems import Problem, refused

ONLY_KEY: Final = "task"
_MOST_SHOWN: Final = 5

PLAN_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "tasks": {
            "type": "array",
            "description": "In the order in which you would do them.",
            "items": {
                "type": "object",
                "properties": {
                    "key": {"type": "string", "pattern": ITEM_KEY_PATTERN, "description": "A short name."},
                    "title": {"type": "string", "minLength": 1, "maxLength": LONGEST_TITLE},
                    "prompt": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": LONGEST_PROMPT,
                        "description": "All that whoever does it has to know: they see nothing else.",
                    },
                    "specialization": {"type": "string", "description": "Of whoever does it."},
                    "skills": {"type": "array", "items": {"type": "string"}},
                    "depends_on": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Keys of the tasks whose results it needs.",
                    },
                },
                "required": ["key", "title", "prompt", "specialization"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["tasks"],
    "additionalProperties": False,
}
"""What a planning model answers with."""


class PlanSource(StrEnum):
    """Who made a plan."""

    INPUT = "input"
    """Nobody: the input is the one task."""
    STORED = "stored"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Plan:
    """Tasks with their dependencies; results are shown and put together in this order."""

    items: tuple[PlanItem, ...]
    source: PlanSource

    def prompt_of(self, item: PlanItem, text: str) -> str:
        """What the task asks; prompts of the builder are about one input, those of a model about this one."""
        return item.prompt if self.source is PlanSource.MODEL else with_input(item.prompt, text)

    def to_json(self) -> dict[str, Any]:
        """As it is recorded."""
        return {"source": self.source.value, "items": [item.to_json() for item in self.items]}


def plan_of(recorded: Mapping[str, Any]) -> Plan:
    """As `Plan.to_json` wrote it."""
    items = tuple(PlanItem.model_validate(item) for item in recorded["items"])
    return Plan(items, PlanSource(recorded["source"]))


def stored_plan(spec: OrchestrationSpec) -> Plan | None:
    """The plan that needs no model: the builder's list, or the input as the one task. None: a model plans."""
    match spec.planner.kind:
        case "static":
            return Plan(spec.planner.items, PlanSource.STORED)
        case "none":
            title = spec.name[:LONGEST_TITLE]
            only = PlanItem(key=ONLY_KEY, title=title, prompt=INPUT_PLACE, agent=spec.planner.agent)
            return Plan((only,), PlanSource.INPUT)
        case "model":
            return None


def with_input(prompt: str, text: str) -> str:
    """The prompt of a stored task about one input: in its place, or behind the prompt."""
    if INPUT_PLACE in prompt:
        return prompt.replace(INPUT_PLACE, text, 1)
    return f"{prompt}\n\nThe request:\n{text}"


def read_plan(value: Mapping[str, Any], members: Sequence[MemberSpec]) -> Plan | Refused:
    """The plan that a model or a person has written; refused with the reasons, in words for its author."""
    try:
        items = tuple(PlanItem.model_validate(each) for each in value["tasks"])
    except ValidationError as error:
        shown = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        return refused(Problem.PLAN_INVALID, f"{shown}.")
    problems = [each.message for each in plan_problems(items, members)]
    if problems:
        more = f" And {len(problems) - _MOST_SHOWN} more." if len(problems) > _MOST_SHOWN else ""
        return refused(Problem.PLAN_INVALID, " ".join(problems[:_MOST_SHOWN]) + more)
    return Plan(items, PlanSource.MODEL)
