"""How a snapshot of a run looks in answers: the view as events add up to it, field by field."""

from typing import Any

from rest_framework import serializers

from baton.api.fields import InstantField
from orchestration.api.run_serializers import (
    CallShown,
    CancelShown,
    CardInRun,
    CostShown,
    LimitsShown,
    ModelShown,
    StepShown,
    UsageShown,
)
from orchestration.api.team_serializers import PlanShown, TaskShown
from orchestration.api.words import (
    ActorShown,
    AgentPinned,
    LongTextField,
    OrchestrationPinned,
    ProblemOfCall,
    WordField,
)
from orchestration.engine.states import RunStatus, WaitingFor


class ViewShown(serializers.Serializer[Any]):
    """What the events of a run add up to (`orchestration.engine.projection`), and nothing else."""

    status = WordField(RunStatus)
    waiting_for = serializers.ListField(child=WordField(WaitingFor))
    agent = AgentPinned(allow_null=True)
    orchestration = OrchestrationPinned(allow_null=True)
    requester = ActorShown(allow_null=True)
    model = ModelShown(allow_null=True)
    limits = LimitsShown(allow_null=True)
    input = LongTextField()
    deadline_at = InstantField(allow_null=True)
    created_at = InstantField(allow_null=True)
    started_at = InstantField(allow_null=True)
    ended_at = InstantField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    steps = StepShown(many=True)
    calls = CallShown(many=True)
    approvals = CardInRun(many=True)
    plan = PlanShown(allow_null=True, help_text="Null where one agent runs, or there is none yet.")
    tasks = TaskShown(many=True)
    usage = UsageShown()
    cost = CostShown()
    output = LongTextField(allow_null=True)
    error = ProblemOfCall(allow_null=True, help_text="Why it failed or was rejected.")
    attention = ProblemOfCall(allow_null=True, help_text="Why it needs a person.")
    cancel = CancelShown(allow_null=True)
    last_seq = serializers.IntegerField()
    ignored = serializers.IntegerField(help_text="Events that this version of Baton does not know.")


class PartialShown(serializers.Serializer[Any]):
    """The text that a running model call has written so far; the recorded reply replaces it."""

    step = serializers.UUIDField()
    attempt = serializers.IntegerField()
    offset = serializers.IntegerField(help_text="Where in the whole text this begins, in code points.")
    text = serializers.CharField()


class SnapshotShown(serializers.Serializer[Any]):
    """A run as of the event `seq`. Go on with the events after it: by pages, or by watching the run."""

    seq = serializers.IntegerField(help_text="The newest event in the view.")
    last_seq = serializers.IntegerField(help_text="The newest event of the run.")
    truncated = serializers.BooleanField(
        help_text="The run is too long for one answer: the events after `seq` bring the view to its end."
    )
    view = ViewShown()
    # Serializers have an attribute of this name, but fields are kept apart from attributes.
    partial = PartialShown(  # type: ignore[assignment]
        allow_null=True, help_text="Null where nothing is being written, or not known."
    )
