"""What a request to start or cancel a run may hold, and how runs look in answers."""

from typing import Any

from rest_framework import serializers

from baton.api.fields import InstantField, TextField, WholeNumberField
from baton.api.serializers import StrictSerializer
from orchestration.api.team_serializers import PlanShown, TaskShown
from orchestration.api.words import (
    ActorShown,
    AgentPinned,
    LongTextField,
    OrchestrationPinned,
    ProblemOfCall,
    ProblemShown,
    RuleShown,
    WordField,
)
from orchestration.engine.events import EventKind
from orchestration.engine.states import ApprovalState, CallState, RunStatus, StepState, WaitingFor
from orchestration.services.start_run import MAX_INPUT_BYTES

_LARGEST = 2**31 - 1


class NewRun(StrictSerializer):
    """A run to start, of an agent or of an orchestration: one of the two is named. A limit left out is its
    own; none may be wider than that."""

    agent = TextField(required=False, max_length=120, help_text="The agent's id or exact name.")
    orchestration = TextField(
        required=False, max_length=120, help_text="The orchestration's id or exact name, instead of an agent."
    )
    input = TextField(max_length=MAX_INPUT_BYTES, help_text="At most 1 MiB as UTF-8.")
    deadline_seconds = WholeNumberField(required=False, min_value=1, max_value=_LARGEST)
    step_limit = WholeNumberField(required=False, min_value=1, max_value=_LARGEST)
    token_limit = WholeNumberField(required=False, min_value=1, max_value=_LARGEST)


class CancelRun(StrictSerializer):
    """Why, for the record."""

    reason = TextField(required=False, allow_blank=True, default="", max_length=1000)


class LimitsShown(serializers.Serializer[Any]):
    """Null tokens: no token budget."""

    steps = serializers.IntegerField()
    tokens = serializers.IntegerField(allow_null=True)


class _RunFacts(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    status = WordField(RunStatus)
    waiting_for = serializers.ListField(child=WordField(WaitingFor))
    agent = AgentPinned(allow_null=True, help_text="Null where an orchestration runs.")
    orchestration = OrchestrationPinned(allow_null=True, help_text="Null where one agent runs.")
    requester = ActorShown()
    limits = LimitsShown()
    steps_used = serializers.IntegerField()
    tokens_used = serializers.IntegerField()
    deadline_at = InstantField()
    created_at = InstantField()
    started_at = InstantField(allow_null=True)
    ended_at = InstantField(allow_null=True)
    trace_id = serializers.CharField(help_text="W3C trace id of the whole run.")
    last_seq = serializers.IntegerField(help_text="Seq of the newest event.")
    claims = serializers.IntegerField(help_text="How often a worker took the run.")
    version = serializers.IntegerField()


class RunSummary(_RunFacts):
    """A run as lists show it."""

    input_head = serializers.CharField(help_text="The first 200 characters.")
    input_size = serializers.IntegerField(help_text="Characters.")
    output_head = serializers.CharField(allow_null=True)
    output_size = serializers.IntegerField(allow_null=True)
    error = ProblemShown(allow_null=True, help_text="Why it failed, or needs a person.")


class RunsByStatus(serializers.Serializer[Any]):
    """Runs in each status."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {status.value: serializers.IntegerField() for status in RunStatus}


class RunsByWait(serializers.Serializer[Any]):
    """Runs that wait for each of these; one that waits for two counts in both."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {word.value: serializers.IntegerField() for word in WaitingFor}


class RunCountsShown(serializers.Serializer[Any]):
    """Where the total is capped, the newest runs are counted; open ones (not ended) among all of them."""

    total = serializers.IntegerField(help_text="At most 10,000.")
    total_is_capped = serializers.BooleanField(help_text="There are more.")
    by_status = RunsByStatus()
    waiting_for = RunsByWait()
    tokens = serializers.IntegerField()
    without_person = serializers.IntegerField(
        allow_null=True,
        help_text="Per mille of ended runs that were not cancelled and asked nobody; null where none ended.",
    )


class UsageShown(serializers.Serializer[Any]):
    """Tokens; `unknown` counts the attempts whose provider did not say."""

    input = serializers.IntegerField()
    cached = serializers.IntegerField()
    output = serializers.IntegerField()
    reasoning = serializers.IntegerField()
    unknown = serializers.IntegerField()


class CostShown(serializers.Serializer[Any]):
    """Money; `unknown` counts the attempts that used something and whose cost nobody knows."""

    amounts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="By currency, in billionths of it; never added to each other.",
    )
    unknown = serializers.IntegerField()


class NextModelShown(serializers.Serializer[Any]):
    """Whom the following try asks instead: 0 the agent's own model, n its n-th fallback."""

    target = serializers.IntegerField()
    provider = serializers.CharField()
    model = serializers.CharField()


class AttemptShown(serializers.Serializer[Any]):
    """One try of a model call."""

    number = serializers.IntegerField()
    state = WordField(StepState)
    at = InstantField()
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    retry_in_ms = serializers.IntegerField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    provider = serializers.CharField(allow_null=True)
    model = serializers.CharField(allow_null=True)
    usage = UsageShown(allow_null=True, help_text="Null: nothing was read or written.")
    cost = CostShown()
    next = NextModelShown(allow_null=True)


class RungShown(serializers.Serializer[Any]):
    """One way of reading a structured answer; without a problem, it held."""

    rung = serializers.CharField(help_text="strict, bom, thinking, fence, prose, tolerant or contract.")
    problem = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)


class OutputShown(serializers.Serializer[Any]):
    """What became of the answer of a step that owed one in a given form."""

    rungs = RungShown(many=True)
    outcome = serializers.CharField(allow_null=True, help_text="accepted or refused.")
    attempt = serializers.IntegerField(help_text="Counts the answers read in a row, this one too.")
    stage = serializers.CharField(allow_null=True, help_text="The last way of reading that was needed.")
    words_around = serializers.BooleanField(help_text="There was more than the object.")
    coerced = serializers.ListField(
        child=serializers.CharField(), help_text="Pointers to texts that were read as what they hold."
    )
    problem = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True, help_text="What the model was told.")
    value = LongTextField(allow_null=True, help_text="Canonical JSON, where it was accepted.")


class StepShown(serializers.Serializer[Any]):
    """One model call; `calls` are the ids of the tool calls it asked for."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    model = serializers.CharField()
    provider = serializers.CharField()
    state = WordField(StepState)
    started_at = InstantField()
    ended_at = InstantField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    text = LongTextField()
    reasoning = LongTextField()
    finish_reason = serializers.CharField(allow_null=True)
    usage = UsageShown(help_text="Of every attempt.")
    cost = CostShown()
    target = serializers.IntegerField(help_text="Who is asked: 0 the agent's own model, n its n-th fallback.")
    attempts = AttemptShown(many=True)
    calls = serializers.ListField(child=serializers.UUIDField())
    output = OutputShown(allow_null=True, help_text="Where the agent owes an answer in a given form.")
    task = serializers.UUIDField(
        allow_null=True, help_text="The task of the run that it belongs to; null: the run's own."
    )


class CallShown(serializers.Serializer[Any]):
    """One tool call: what was asked for, how it was judged, and what came of it."""

    id = serializers.UUIDField()
    step = serializers.UUIDField()
    index = serializers.IntegerField()
    tool = serializers.CharField()
    provider_id = serializers.CharField(allow_null=True)
    requested = LongTextField(help_text="The arguments as the model wrote them.")
    state = WordField(CallState)
    tool_version = serializers.UUIDField(allow_null=True)
    arguments = serializers.JSONField(allow_null=True)
    sentence = serializers.CharField(allow_null=True)
    host = serializers.CharField(allow_null=True)
    effect_class = serializers.CharField(allow_null=True)
    outcome = serializers.CharField(allow_null=True, help_text="allow, ask, deny, or none of these.")
    rule = RuleShown(allow_null=True)
    problem = ProblemShown(allow_null=True)
    approvals = serializers.ListField(child=serializers.UUIDField())
    execution = serializers.IntegerField()
    started_at = InstantField(allow_null=True)
    ended_at = InstantField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    result = serializers.CharField(allow_null=True, help_text="What the model was told: ok, rejected, ...")
    content = LongTextField(help_text="The result as the model reads it.")
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="HTTP status of the tool's service.")
    body = LongTextField(allow_null=True, help_text="The whole answer, where the model read a part of it.")
    late = serializers.BooleanField()


class CardInRun(serializers.Serializer[Any]):
    """An approval as the run's events tell it; decide by the card at `approvals/{id}`."""

    id = serializers.UUIDField()
    call = serializers.UUIDField()
    revision = serializers.IntegerField()
    digest = serializers.CharField()
    state = WordField(ApprovalState)
    requested_at = InstantField()
    sentence = serializers.CharField(allow_null=True)
    tool = serializers.CharField(allow_null=True)
    host = serializers.CharField(allow_null=True)
    credential = serializers.CharField(allow_null=True)
    arguments = serializers.JSONField(allow_null=True)
    effect_class = serializers.CharField(allow_null=True)
    rule = RuleShown(allow_null=True)
    expires_at = InstantField(allow_null=True)
    because = serializers.ListField(child=serializers.CharField())
    superseded_because = serializers.ListField(child=serializers.CharField())
    by = ActorShown(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    decided_at = InstantField(allow_null=True)


class CancelShown(serializers.Serializer[Any]):
    """Who cancelled the run, and why."""

    at = InstantField()
    by = ActorShown(allow_null=True)
    reason = serializers.CharField(allow_null=True)


class ModelShown(serializers.Serializer[Any]):
    """The model of a run. A scripted one is no model: its replies are written down beforehand."""

    provider = serializers.CharField()
    name = serializers.CharField()
    scripted = serializers.BooleanField()


class RunDetail(_RunFacts):
    """A run with everything its events add up to."""

    input = serializers.CharField()
    output = serializers.CharField(allow_null=True)
    model = ModelShown(allow_null=True, help_text="Null where an orchestration runs.")
    steps = StepShown(many=True)
    calls = CallShown(many=True)
    approvals = CardInRun(many=True)
    plan = PlanShown(allow_null=True, help_text="Null where one agent runs, or there is none yet.")
    tasks = TaskShown(many=True)
    usage = UsageShown()
    cost = CostShown()
    error = ProblemOfCall(allow_null=True, help_text="Why it failed or was rejected.")
    attention = ProblemOfCall(allow_null=True, help_text="Why it needs a person.")
    cancel = CancelShown(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    ignored = serializers.IntegerField(help_text="Events that this version of Baton does not know.")


class EventShown(serializers.Serializer[Any]):
    """One fact of a run; seq counts 1, 2, 3 without a gap. New kinds may come: pass over unknown ones."""

    seq = serializers.IntegerField()
    at = InstantField()
    kind = WordField(EventKind)
    payload = serializers.DictField()


class EventPageShown(serializers.Serializer[Any]):
    """Events in order; the next page is after the last of them, until it reaches `last_seq`."""

    events = EventShown(many=True)
    last_seq = serializers.IntegerField()
    status = WordField(RunStatus)
    waiting_for = serializers.ListField(child=WordField(WaitingFor))
    version = serializers.IntegerField()


class BodyShown(serializers.Serializer[Any]):
    """A long text, whole."""

    id = serializers.UUIDField()
    content = serializers.CharField()
