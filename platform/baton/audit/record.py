"""Add an entry to the audit log."""

from collections.abc import Mapping
from typing import Any

from baton.audit.context import current
from baton.audit.models import AuditEntry
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def record(
    *,
    actor: Actor,
    action: str,
    object_kind: str,
    object_id: object,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Write down what `actor` did, in the transaction of the act: one is never there without the other."""
    context = current()
    AuditEntry.objects.create(
        organization_id=actor.organization_id,
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_name=actor.name,
        action=action,
        object_kind=object_kind,
        object_id=str(object_id),
        detail=dict(detail or {}),
        request_id=context.request_id,
        ip=context.ip,
    )


def record_refusal(
    *, actor: Actor, action: str, object_kind: str, object_id: object, detail: Mapping[str, Any] | None = None
) -> None:
    """Write down what was refused, in a transaction of its own: that of the act is rolled back."""
    with organization_scope(actor.organization_id):
        record(
            actor=actor,
            action=f"{action}:refused",
            object_kind=object_kind,
            object_id=object_id,
            detail=detail,
        )
