"""Publish the tool policy of a project: a new version where the rules changed; it is in force at once."""

from collections.abc import Sequence

from agents_app.kinds import Kind
from agents_app.models import ToolPolicy, ToolPolicyVersion
from agents_app.services.publishing.publication import Publication
from agents_app.spec import PolicyRule
from baton.core.canonical import canonical_digest


def publish_policy(publication: Publication, rules: Sequence[PolicyRule]) -> ToolPolicyVersion:
    """The version in force afterwards."""
    policy, _ = ToolPolicy.objects.select_related("live_version").get_or_create(
        organization_id=publication.organization_id, project_id=publication.project_id
    )
    stored = [rule.to_json() for rule in rules]
    digest = canonical_digest(stored)
    live = policy.live_version
    if live is not None and live.digest == digest:
        return live
    version = ToolPolicyVersion.objects.create(
        **publication.authorship,
        policy=policy,
        number=live.number + 1 if live else 1,
        rules=stored,
        digest=digest,
    )
    policy.live_version = version
    policy.save(update_fields=["live_version"])
    publication.note_version(Kind.POLICY, policy.id, "of the project", version.number)
    return version
