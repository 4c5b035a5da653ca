"""What requests for tries carry, and how their answers look."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from agents_app.definition.document import MAX_CHARACTERS
from agents_app.selectors.check import Given
from agents_app.spec import Outcome
from baton.api.fields import TextField
from baton.api.serializers import StrictSerializer
from orchestration.api.words import WordField

_TOOL_NAME = 64


class _Contents(StrictSerializer):
    content = serializers.DictField(
        required=False, help_text="As the definition file writes it below the object's name."
    )
    text = TextField(
        required=False, allow_blank=True, max_length=MAX_CHARACTERS, help_text="The same as YAML."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("content" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Send exactly one of `content` and `text`.")
        return attrs


class TryTool(_Contents):
    """A call of a tool by hand. Without an `id`, policy judges it by `name`."""

    id = serializers.UUIDField(required=False)
    name = TextField(required=False, max_length=_TOOL_NAME)
    arguments = serializers.DictField(help_text="As a model would write them.")
    mode = serializers.ChoiceField(
        choices=["dry", "real"], help_text="`dry` sends nothing; `real` sends exactly what was shown."
    )
    digest = TextField(required=False, max_length=64, help_text="For `real`: that of the dry answer.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One form of the content, and what each mode needs."""
        attrs = super().validate(attrs)
        if attrs["mode"] == "real" and "digest" not in attrs:
            raise serializers.ValidationError({"digest": "Send the digest of what was shown."})
        return attrs


class TryProblem(serializers.Serializer[Any]):
    """Why a call can be shown and not be sent, with a JSON pointer into the content."""

    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField()


class CredentialOfTry(serializers.Serializer[Any]):
    """A secret that goes with a request: which, and in which header. Never its value."""

    name = serializers.CharField()
    header = serializers.CharField()


class VerdictOfTry(serializers.Serializer[Any]):
    """What today's policy says of the call."""

    outcome = WordField(Outcome)
    rule = serializers.CharField(allow_null=True, help_text="Its words; null where no rule matches.")


class DryTry(serializers.Serializer[Any]):
    """Exactly what would be sent."""

    digest = serializers.CharField(help_text="Over everything here. Send it with `real`.")
    method = serializers.CharField()
    url = serializers.CharField()
    host = serializers.CharField()
    headers = serializers.DictField(child=serializers.CharField(), help_text="All but the credential's.")
    credential = CredentialOfTry(allow_null=True)
    body = serializers.CharField(allow_null=True, help_text="The JSON that is sent.")
    sentence = serializers.CharField(help_text="What a person would decide by.")
    verdict = VerdictOfTry()
    problems = TryProblem(many=True, help_text="Why it could be shown, but not be sent from here.")


class AnsweredTry(serializers.Serializer[Any]):
    """What the other side said, whatever its status."""

    status = serializers.IntegerField()
    body = serializers.CharField(help_text="As a model would read it, without secrets.")
    duration_ms = serializers.IntegerField()
    truncated = serializers.BooleanField(help_text="The answer was longer.")


class FailedTry(serializers.Serializer[Any]):
    """There was no answer."""

    code = serializers.CharField()
    message = serializers.CharField()
    sent = serializers.BooleanField(help_text="Something may have left: nobody knows what came of it.")


TRIED = PolymorphicProxySerializer(
    component_name="TriedTool",
    serializers=[DryTry, AnsweredTry, FailedTry],
    resource_type_field_name=None,
)
"""One of the three: what would be sent, what was answered, or why nothing was."""


class TryPolicy(_Contents):
    """One call to be judged, by the given rules or by those in force."""

    tool = TextField(max_length=_TOOL_NAME, help_text="The name of a published tool.")
    arguments = serializers.DictField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At most one form of the rules."""
        return super().validate(attrs) if {"content", "text"} & set(attrs) else attrs


class JudgedRule(serializers.Serializer[Any]):
    """One rule as it was read, in its order."""

    rule_index = serializers.IntegerField(help_text="Its place in the content.")
    tool = serializers.CharField()
    outcome = WordField(Outcome)
    text = serializers.CharField()
    applies = serializers.BooleanField(help_text="It is about this tool.")
    matched = serializers.BooleanField(help_text="It is the first whose tests all pass: it decides.")


class JudgedTest(serializers.Serializer[Any]):
    """One test of a rule that is about this tool."""

    rule_index = serializers.IntegerField()
    argument = serializers.CharField()
    test = serializers.CharField(help_text="Such as `> 50`.")
    value = serializers.JSONField(help_text="Of the argument; null where there is none.")
    testable = serializers.BooleanField(
        help_text="False: the argument is missing or of another type, which counts against the call."
    )
    passed = serializers.BooleanField()


class Decider(serializers.Serializer[Any]):
    """A person who could decide."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class JudgedCall(serializers.Serializer[Any]):
    """What the policy says of the call, and how it comes to that."""

    outcome = WordField(Outcome)
    rule_index = serializers.IntegerField(allow_null=True, help_text="null: no rule matches.")
    text = serializers.CharField(help_text="Of the rule that decides.")
    rules = JudgedRule(many=True)
    tests = JudgedTest(many=True)
    expires_after = serializers.CharField(allow_null=True, help_text="Of a question, such as `24h`.")
    execute_within = serializers.CharField(allow_null=True)
    grace = serializers.CharField(allow_null=True)
    would_ask = Decider(many=True, help_text="Everybody who could decide; nobody unless it asks.")


class PreviewProfile(_Contents):
    """A training profile as it is being written."""


class ProfilePreview(serializers.Serializer[Any]):
    """What every model that is trained with it is told first."""

    prompt = serializers.CharField()
    characters = serializers.IntegerField()
    words = serializers.IntegerField()


def given_in(body: dict[str, Any]) -> Given:
    """The content of a body, in the form in which it was sent."""
    return Given(content=body.get("content", {}), text=body.get("text"))
