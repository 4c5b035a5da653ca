"""What a version of an orchestration stores: members, who plans, how work is reviewed, what it may use.

Pure, as `agents_app.spec`. An orchestration is a "Team" on screen. How a run follows it is in
`orchestration.engine.team`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, Literal, Self

from pydantic import Field, model_validator

from agents_app.spec import Limits, Spec, normal_form
from baton.core.canonical import canonical_digest

ORCHESTRATION_SCHEMA_VERSION: Final = 1
MOST_MEMBERS: Final = 50
MOST_ITEMS: Final = 30
MOST_ROUNDS: Final = 20
MOST_REVIEWERS: Final = 5
MOST_CRITERIA: Final = 10
LONGEST_PROMPT: Final = 8_000
LONGEST_TITLE: Final = 200
ITEM_KEY_PATTERN: Final = r"^[a-z][a-z0-9_-]{0,39}$"
INPUT_PLACE: Final = "{input}"
"""Where the run's input goes in the prompt of a stored task."""


def _is_unsaid(value: object) -> bool:
    return not value


class Role(StrEnum):
    """What a member may be chosen for."""

    EXECUTE = "execute"
    REVIEW = "review"
    PLAN = "plan"
    COMPOSE = "compose"


EVERY_ROLE: Final = (Role.EXECUTE, Role.REVIEW, Role.PLAN, Role.COMPOSE)


class MemberSpec(Spec):
    """An agent that takes part, in the version that was live when the orchestration was published."""

    agent_id: str
    version_id: str
    version: int
    name: str
    specialization: str
    skills: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    roles: tuple[Role, ...] = EVERY_ROLE

    @property
    def specialization_normal(self) -> str:
        """As it is compared."""
        return normal_form(self.specialization)


class PlanItem(Spec):
    """One task of a plan: what is to be done, by what kind of agent, and what it needs first."""

    key: str = Field(pattern=ITEM_KEY_PATTERN)
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    prompt: str = Field(min_length=1, max_length=LONGEST_PROMPT)
    agent: str = ""
    """A member by name; empty: whoever the selector picks."""
    specialization: str = ""
    skills: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    """Keys of the tasks whose results it gets."""


class PlannerSpec(Spec):
    """Who makes the plan: nobody (the input is the one task), the builder (a stored list), or a model."""

    kind: Literal["none", "static", "model"] = "none"
    agent: str = ""
    """With `model` the member that plans; with `none` the one that executes, empty: whoever is selected."""
    instructions: str = ""
    items: tuple[PlanItem, ...] = ()


class Criterion(Spec):
    """One line of a review's rubric, scored by each reviewer."""

    name: str = Field(pattern=ITEM_KEY_PATTERN)
    description: str = ""
    minimum: float = Field(default=0, allow_inf_nan=False)
    maximum: float = Field(default=10, allow_inf_nan=False)
    at_least: float | None = Field(default=None, allow_inf_nan=False)
    """A lower score asks for more work, whatever the reviewer concludes."""

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        if self.minimum >= self.maximum:
            raise ValueError("'min' must be below 'max'")
        if self.at_least is not None and not self.minimum <= self.at_least <= self.maximum:
            raise ValueError("'at_least' must lie between 'min' and 'max'")
        return self


class ReviewSpec(Spec):
    """How the work on one task of the plan is reviewed."""

    max_reviews: int = Field(default=3, ge=0, le=MOST_ROUNDS)
    """Rounds; 0: no review."""
    reviewers: int = Field(default=1, ge=1, le=MOST_REVIEWERS)
    """In each round, at the same time."""
    rule: Literal["all", "majority", "any"] = "all"
    """How many of them must be content."""
    allow_self_review: bool = False
    instructions: str = ""
    rubric: tuple[Criterion, ...] = ()

    def enough(self, content: int, asked: int) -> bool:
        """Whether so many content reviewers of all that were asked approve the work."""
        match self.rule:
            case "any":
                return content > 0
            case "majority":
                return 2 * content > asked
            case "all":
                return asked > 0 and content == asked


class OrchestrationSpec(Spec):
    """One immutable version of an orchestration; a run pins it and with it the versions of its members."""

    schema_version: Literal[1] = ORCHESTRATION_SCHEMA_VERSION
    orchestration_id: str
    version: int
    name: str
    description: str = Field(default="", exclude_if=_is_unsaid)
    members: tuple[MemberSpec, ...]
    planner: PlannerSpec = PlannerSpec()
    review: ReviewSpec = ReviewSpec()
    compose: str = ""
    """The member that writes the final answer of several results; empty: they are put together in order."""
    on_failure: Literal["fail", "continue"] = "fail"
    """What becomes of the rest when one task of the plan fails."""
    limits: Limits = Limits()

    def member(self, name: str) -> MemberSpec | None:
        """The member of exactly this name."""
        return next((member for member in self.members if member.name == name), None)

    def content_digest(self) -> str:
        """Equal as long as publishing again would change nothing."""
        content: dict[str, Any] = self.to_json()
        del content["version"]
        return canonical_digest(content)


def specializations_of(members: tuple[MemberSpec, ...]) -> Mapping[str, str]:
    """Those of the members, as they are written, by their normal form."""
    return {member.specialization_normal: member.specialization for member in members}
