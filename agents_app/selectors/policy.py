"""Reading the tool policy in force. The caller holds the organization's scope."""

from dataclasses import dataclass
from uuid import UUID

from agents_app.models import ToolPolicy
from agents_app.spec import PolicyRule


@dataclass(frozen=True, slots=True)
class LivePolicy:
    """The policy in force. Without a version there are no rules, and the default of the glossary holds."""

    version_id: UUID | None
    number: int
    rules: tuple[PolicyRule, ...]
    policy_id: UUID | None = None


def live_policy(organization_id: UUID, project_id: UUID) -> LivePolicy:
    """The rules that judge calls of the project now."""
    policy = (
        ToolPolicy.objects.filter(organization_id=organization_id, project_id=project_id)
        .select_related("live_version")
        .first()
    )
    version = policy.live_version if policy else None
    if version is None:
        return LivePolicy(None, 0, ())
    rules = tuple(PolicyRule.model_validate(rule) for rule in version.rules)
    return LivePolicy(version.id, version.number, rules, version.policy_id)
