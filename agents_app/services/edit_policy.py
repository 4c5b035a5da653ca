"""Publish a new version of a project's tool policy. It judges every call from then on, waiting ones too."""

from collections.abc import Sequence
from uuid import UUID

from agents_app.definition.policy import rule_id
from agents_app.models import Tool, ToolPolicy, ToolPolicyVersion
from agents_app.services.publish_definition import lock_project
from agents_app.services.publishing.policy import publish_policy
from agents_app.services.publishing.publication import Publication
from agents_app.spec import ANY_TOOL, PolicyRule
from baton.audit.record import record
from baton.core.errors import Precondition, Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def edit_policy(
    *, actor: Actor, project_id: UUID, rules: Sequence[PolicyRule], expected_number: int | None
) -> ToolPolicyVersion:
    """The version in force afterwards. `expected_number` is the version the editor saw; None: there was none.

    Rules get the ids that follow from what they demand.
    """
    actor.require("policies:edit")
    with organization_scope(actor.organization_id):
        lock_project(actor, project_id)
        _refuse_stale(actor, project_id, expected_number)
        _refuse_unknown_tools(actor, project_id, rules)
        publication = Publication(actor, project_id)
        named = [rule.model_copy(update={"id": rule_id(rule)}) for rule in rules]
        version = publish_policy(publication, named)
        if publication.changes:
            record(
                actor=actor,
                action="policies:edit",
                object_kind="policy",
                object_id=version.policy_id,
                detail={"number": version.number},
            )
    return version


def _refuse_stale(actor: Actor, project_id: UUID, expected_number: int | None) -> None:
    live = ToolPolicy.objects.filter(organization_id=actor.organization_id, project_id=project_id)
    number = live.values_list("live_version__number", flat=True).first()
    if number != expected_number:
        message = f"The policy is at version {number}, not {expected_number}."
        raise Precondition("version_conflict", message, details={"version": number})


def _refuse_unknown_tools(actor: Actor, project_id: UUID, rules: Sequence[PolicyRule]) -> None:
    named = {rule.tool for rule in rules} - {ANY_TOOL}
    known = set(
        Tool.objects.filter(
            organization_id=actor.organization_id, project_id=project_id, name__in=named
        ).values_list("name", flat=True)
    )
    unknown = sorted(named - known)
    if unknown:
        message = f"There is no tool '{unknown[0]}' in this project."
        raise Unprocessable("invalid_reference", message, field="rules")
