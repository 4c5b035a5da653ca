"""Approvals: what a person was shown, what they decided, and the one execution it allows."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from orchestration.engine.states import ApprovalState
from orchestration.models.run import Run
from orchestration.models.tool_call import ToolCall


class Approval(models.Model):
    """The decision about one call. The worker's role may not write a decision, only consume one (P23)."""

    id = models.UUIDField(primary_key=True)
    organization_id = models.UUIDField()
    project_id = models.UUIDField()
    run = models.ForeignKey(Run, on_delete=models.PROTECT, db_constraint=False, related_name="approvals")
    call = models.ForeignKey(
        ToolCall, on_delete=models.PROTECT, db_constraint=False, related_name="approvals"
    )
    revision = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    """SHA-256 of the canonical form of `binding`: what executes is what was shown."""
    binding = models.JSONField()
    card = models.JSONField()
    """What is shown: sentence, host, credential name, arguments, rule, why it was asked again."""
    state = models.CharField(max_length=20, default=ApprovalState.PENDING.value)
    version = models.PositiveIntegerField(default=1, db_default=1)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    execute_within_seconds = models.PositiveIntegerField()
    decided_at = models.DateTimeField(null=True)
    decided_by_kind = models.CharField(max_length=20, null=True)
    decided_by_id = models.UUIDField(null=True)
    decided_by_name = models.CharField(max_length=254, null=True)
    decision = models.CharField(max_length=10, null=True)
    reason = models.TextField(null=True)
    consumed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["call", "revision"], name="approval_revision_of_call"),
            models.UniqueConstraint(fields=["organization_id", "id"], name="approval_of_organization"),
            models.UniqueConstraint(
                fields=["call"],
                condition=models.Q(state=ApprovalState.PENDING.value),
                name="one_pending_approval_per_call",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=[state.value for state in ApprovalState]),
                name="approval_state_is_known",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["organization_id", "project_id", "id"], name="approval_in_order"),
            models.Index(
                fields=["expires_at"],
                name="approval_to_expire",
                condition=models.Q(state=ApprovalState.PENDING.value),
            ),
            models.Index(
                fields=["organization_id", "project_id", "expires_at", "id"],
                name="approval_most_urgent",
                condition=models.Q(state=ApprovalState.PENDING.value),
            ),
            models.Index(
                fields=["organization_id", "project_id", "decided_by_id", "decided_at"],
                name="approval_by_decider",
                condition=models.Q(decided_at__isnull=False),
            ),
        ]


class HeldDecision(models.Model):
    """A decision in its grace: made, and not counting yet. It counts once `starts_at` has come.

    There is a row for as long as it can be taken back and a moment longer, and only the kernel's functions of
    a decision write one. It stands beside the approval and not in it: approvals are brought by workers, and
    none may bring what can become a decision (promise P23).
    """

    approval = models.OneToOneField(
        Approval, primary_key=True, on_delete=models.PROTECT, db_constraint=False, related_name="held"
    )
    organization_id = models.UUIDField()
    decision = models.CharField(max_length=10)
    digest = models.CharField(max_length=64)
    """Of the card that was shown; it must be that of the card still when the decision counts."""
    reason = models.TextField()
    held_by_kind = models.CharField(max_length=20)
    held_by_id = models.UUIDField()
    held_by_name = models.CharField(max_length=254)
    held_at = models.DateTimeField()
    starts_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["starts_at"], name="decision_to_start")]
