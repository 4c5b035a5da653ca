"""The system prompt that a training profile makes, while it is being written."""

from dataclasses import dataclass

from agents_app.definition.values import ProfileDefinition
from agents_app.instructions import merge_instructions
from agents_app.kinds import Kind
from agents_app.selectors.check import Given, check_given
from agents_app.services.drafts.content import invalid_definition
from agents_app.spec import TrainingSpec, normal_form
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

_UNNAMED = "profile"


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """What every model that is trained with the profile is told first."""

    prompt: str

    @property
    def characters(self) -> int:
        return len(self.prompt)

    @property
    def words(self) -> int:
        return len(self.prompt.split())


def preview_profile(*, actor: Actor, given: Given) -> PromptPreview:
    """The prompt of what is being written. Refused is what could not be published."""
    actor.require("agents:try")
    with organization_scope(actor.organization_id):
        checked = check_given(actor.organization_id, actor.project_id, Kind.PROFILE, _UNNAMED, given)
    profile = checked.value
    if checked.problems or not isinstance(profile, ProfileDefinition):
        raise invalid_definition(checked.problems)
    training = TrainingSpec(
        specialization=profile.specialization,
        specialization_normal=normal_form(profile.specialization),
        skills=profile.skills,
        instructions=profile.instructions,
    )
    return PromptPreview(merge_instructions(training))
