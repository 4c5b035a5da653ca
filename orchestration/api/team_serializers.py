"""How the plan of an orchestration and the work of its members look in answers."""

from typing import Any

from rest_framework import serializers

from baton.api.fields import InstantField
from orchestration.api.words import AgentPinned, LongTextField, ProblemOfCall, WordField
from orchestration.engine.states import RunStatus
from orchestration.engine.team.plan import PlanSource
from orchestration.engine.team.state import EndReason, TaskKind


class VerdictShown(serializers.Serializer[Any]):
    """What one reviewer concluded."""

    needs_more_work = serializers.BooleanField()
    comments = serializers.CharField()
    scores = serializers.DictField(child=serializers.CharField(), help_text="By criterion, decimal texts.")
    below = serializers.ListField(
        child=serializers.CharField(), help_text="Criteria scored lower than they must be."
    )


class TaskShown(serializers.Serializer[Any]):
    """Work of one agent: to plan, execute, review, revise or compose."""

    id = serializers.UUIDField()
    kind = WordField(TaskKind)
    agent = AgentPinned()
    state = WordField(RunStatus, help_text="running, completed, failed, rejected or cancelled")
    started_at = InstantField()
    reason = serializers.CharField(help_text="Why this agent.")
    input = LongTextField()
    item = serializers.CharField(allow_null=True, help_text="Key of the plan's task that it is about.")
    round = serializers.IntegerField(allow_null=True)
    continues = serializers.UUIDField(
        allow_null=True, help_text="The task whose conversation it goes on with."
    )
    ended_at = InstantField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    output = LongTextField(allow_null=True)
    verdict = VerdictShown(allow_null=True, help_text="Of a review that could be read.")
    error = ProblemOfCall(allow_null=True)


class PlanItemShown(serializers.Serializer[Any]):
    """A task of the plan, and how far the work on it is."""

    key = serializers.CharField()
    title = serializers.CharField()
    prompt = serializers.CharField()
    agent = serializers.CharField(help_text="Whom the plan names, or nothing.")
    specialization = serializers.CharField()
    depends_on = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField(help_text="pending, working, reviewing, done, failed or skipped")
    author = serializers.CharField(allow_null=True)
    task = serializers.UUIDField(allow_null=True, help_text="Whose output its work is, or will be.")
    reviews = serializers.IntegerField(help_text="Rounds so far.")
    reason = WordField(EndReason, allow_null=True, help_text="Why its review ended.")
    final_revision_unreviewed = serializers.BooleanField()
    error = ProblemOfCall(allow_null=True)


class PlanShown(serializers.Serializer[Any]):
    """What is to be done, by whom, and what needs what."""

    # Serializers have an attribute of this name, but fields are kept apart from attributes.
    source = WordField(PlanSource)  # type: ignore[assignment]
    made_at = InstantField()
    items = PlanItemShown(many=True)
