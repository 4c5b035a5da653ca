"""Publish the tool policy of a project: a new version where the rules changed; it is in force at once."""

from collections.abc import Sequence

from agents_app.models import ToolPolicy, ToolPolicyVersion
from agents_app.services.publishing.publication import Change, Publication
from agents_app.spec import PolicyRule
from baton.core.canonical import canonical_digest


def publish_policy(publication: Publication, rules: Sequence[PolicyRule]) -> ToolPolicyVersion:
    """The version in force afterwards."""
    policy, _ = ToolPolicy.objects.get_or_create(
        organization_id=publication.organization_id, project_id=publication.project_id
    )
    stored = [rule.to_json() for rule in rules]
    digest = canonical_digest(stored)
    live = policy.live_version
    if live is not None and live.digest == digest:
        return live
    newest = (
        ToolPolicyVersion.objects.filter(organization_id=publication.organization_id, policy=policy)
        .order_by("-number")
        .first()
    )
    version = ToolPolicyVersion.objects.create(
        organization_id=publication.organization_id,
        policy=policy,
        number=newest.number + 1 if newest else 1,
        rules=stored,
        digest=digest,
        created_by_id=publication.actor.user_id,
    )
    policy.live_version = version
    policy.save(update_fields=["live_version"])
    publication.changes.append(Change("policy", "of the project", version.number))
    return version
