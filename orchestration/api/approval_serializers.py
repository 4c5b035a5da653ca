"""What a decision may hold, and how approvals look in answers."""

from collections.abc import Mapping
from typing import Any, NoReturn

from rest_framework import serializers
from rest_framework.fields import empty

from agents_app.spec import Risk
from baton.api.fields import InstantField, TextField
from baton.api.serializers import StrictSerializer
from baton.core.errors import BadInput
from orchestration.api.words import ActorShown, AgentNamed, RuleShown, WordField
from orchestration.approvals.services import Decision
from orchestration.engine.states import ApprovalState, CallState, RunStatus


class DecisionField(WordField):
    """`approve` or `reject` and nothing that looks like it: a wrong guess here would be somebody's money."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Decision, **kwargs)

    def to_internal_value(self, data: Any) -> Decision:
        if not isinstance(data, str) or data not in Decision:
            self.fail("invalid_choice")
        return Decision(data)

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        raise BadInput("invalid_decision", "A decision is 'approve' or 'reject'.", field="decision")


class Decide(StrictSerializer):
    """A decision, with the digest of the card it is about."""

    decision = DecisionField()
    digest = TextField(max_length=64, help_text="`digest` of the card that was shown.")
    reason = TextField(required=False, allow_blank=True, default="", max_length=4000)

    def to_internal_value(self, data: Any) -> Any:
        """What says neither yes nor no is no decision, whatever else it says: {"approved": "false"}."""
        if isinstance(data, Mapping):
            self.fields["decision"].run_validation(data.get("decision", empty))
        return super().to_internal_value(data)


class RunOfApproval(serializers.Serializer[Any]):
    """The run that waits."""

    id = serializers.UUIDField()
    status = WordField(RunStatus)
    agent = AgentNamed()


class DecisionShown(serializers.Serializer[Any]):
    """Who decided what."""

    decision = WordField(Decision)
    reason = serializers.CharField(allow_null=True)
    at = InstantField()
    by = ActorShown()


class HeldShown(DecisionShown):
    """A decision in its grace: nothing has happened, and its maker can take it back until `starts_at`."""

    starts_at = InstantField(help_text="From here on it counts.")


class ApprovalSummary(serializers.Serializer[Any]):
    """A line of the inbox. It holds no digest: read the card before you decide."""

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    run: serializers.BaseSerializer[Any] = RunOfApproval()
    call_id = serializers.UUIDField()
    revision = serializers.IntegerField(help_text="1 for the first card of a call; more when asked again.")
    state = WordField(ApprovalState)
    version = serializers.IntegerField()
    sentence = serializers.CharField()
    tool = serializers.CharField()
    host = serializers.CharField(help_text="Where the call goes; empty where its address cannot be built.")
    effect_class = serializers.CharField()
    risk = WordField(Risk)
    grace_seconds = serializers.IntegerField(
        help_text="How long a decision can be taken back before it counts; 0: it counts at once."
    )
    rule = RuleShown()
    because = serializers.ListField(
        child=serializers.CharField(), help_text="What has changed since the card before it."
    )
    created_at = InstantField()
    expires_at = InstantField()
    held = HeldShown(allow_null=True, help_text="A decision in its grace; the card is pending as before.")
    decision = DecisionShown(allow_null=True)
    consumed_at = InstantField(allow_null=True, help_text="When the one execution it allows began.")


class RunOfCard(RunOfApproval):
    """The run that waits, with who asked for it and what for."""

    input_head = serializers.CharField(help_text="The first 200 characters.")
    requester = ActorShown()


class CallOfCard(serializers.Serializer[Any]):
    """The call that is asked about, as it stands."""

    id = serializers.UUIDField()
    state = WordField(CallState)
    result = serializers.CharField(allow_null=True)


class ApprovalDetail(ApprovalSummary):
    """The card: exactly what will happen, complete."""

    run = RunOfCard()
    credential = serializers.CharField(allow_null=True, help_text="The name of the secret it is sent with.")
    method = serializers.CharField(
        allow_null=True, help_text="Of the request that the call becomes; null on cards of older versions."
    )
    url_path = serializers.CharField(
        allow_null=True, help_text="Its path at `host`, without the query; null where it cannot be told."
    )
    arguments = serializers.DictField()
    input_schema = serializers.DictField(
        allow_null=True,
        help_text="The JSON schema of the arguments, of the version of the tool that is asked about.",
    )
    digest = serializers.CharField(help_text="SHA-256 of the RFC 8785 form of `binding`, in hex.")
    binding = serializers.DictField(help_text="Everything the decision is about.")
    execute_within_seconds = serializers.IntegerField(help_text="From the decision to the start of the call.")
    call = CallOfCard()


class ApprovalCounts(serializers.Serializer[Any]):
    """How many wait, as the inbox says it."""

    pending = serializers.IntegerField(help_text="Of the project, whoever decides.")
    mine = serializers.IntegerField(help_text="Those that you may decide now.")
    high = serializers.IntegerField(help_text="Pending ones of high risk.")
    expiring = serializers.IntegerField(help_text="Pending ones that expire within 15 minutes.")
    decided_today_by_me = serializers.IntegerField(help_text="Decided by you since `since`.")
