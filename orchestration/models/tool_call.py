"""The ledger of tool calls: what was asked for, allowed, executed, and what came of it."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from orchestration.engine.states import CallState
from orchestration.models.run import Run


class ToolCall(models.Model):
    """One requested call. `arguments` is the canonical text (RFC 8785) that is executed, byte for byte."""

    id = models.UUIDField(primary_key=True)
    organization_id = models.UUIDField()
    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, db_constraint=False, db_index=False, related_name="calls"
    )
    step_id = models.UUIDField()
    task_id = models.UUIDField()
    index = models.PositiveIntegerField()
    tool_name = models.CharField(max_length=128)
    tool_version_id = models.UUIDField(null=True)
    provider_call_id = models.CharField(max_length=200, null=True)
    effect_class = models.CharField(max_length=20, null=True)
    arguments = models.TextField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=20, default=CallState.PROPOSED.value)
    executions = models.PositiveIntegerField(default=0, db_default=0)
    result_kind = models.CharField(max_length=20, null=True)
    result_code = models.CharField(max_length=60, null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["run", "id"], name="tool_call_of_run"),
            models.CheckConstraint(
                condition=models.Q(state__in=[state.value for state in CallState]), name="call_state_is_known"
            ),
        ]
