"""What requests about drafts and versions carry."""

from typing import Any

from rest_framework import serializers

from agents_app.definition.document import MAX_CHARACTERS
from agents_app.selectors.check import Given
from agents_app.services.drafts.publish_draft import MAX_NOTES
from baton.api.fields import TextField, TruthField, WholeNumberField
from baton.api.serializers import StrictSerializer

_BOTH = "Send exactly one of `content` and `text`."


class _Contents(StrictSerializer):
    content = serializers.DictField(
        required=False, help_text="As the definition file writes it below the object's name."
    )
    text = TextField(
        required=False, allow_blank=True, max_length=MAX_CHARACTERS, help_text="The same as YAML."
    )


class _ContentGiven(_Contents):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("content" in attrs) == ("text" in attrs):
            raise serializers.ValidationError(_BOTH)
        return attrs


class NewObject(_Contents):
    """A name, for good, and what the draft begins with: nothing unless said."""

    name = TextField(max_length=120)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The content in one form."""
        if "content" in attrs and "text" in attrs:
            raise serializers.ValidationError(_BOTH)
        return attrs


class SaveDraft(_ContentGiven):
    """The whole draft, in one of its two forms."""

    base_number = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="The live version that the editor began from; null: there was none. "
        "Where it is not live any more, the draft is refused.",
    )


class CheckObject(_ContentGiven):
    """Content to be checked, of an object that exists or of one that is to be."""

    id = serializers.UUIDField(required=False)
    name = TextField(required=False, max_length=120)


class CheckSingle(_ContentGiven):
    """Content to be checked."""


class PublishDraft(StrictSerializer):
    """Why, for whoever reads the versions later."""

    notes = TextField(default="", allow_blank=True, max_length=MAX_NOTES)


class PublishPart(PublishDraft):
    """Of what agents use."""

    update_agents = TruthField(
        default=False, help_text="Live agents that use it get a new version that uses the new one."
    )


class RestoreVersion(PublishDraft):
    """Why it is rolled back."""


class WithdrawVersion(StrictSerializer):
    """Why no call may start any more."""

    reason = TextField(max_length=MAX_NOTES)


class DuplicateObject(StrictSerializer):
    """The name of the copy."""

    name = TextField(max_length=120)


def given_in(body: dict[str, Any]) -> Given:
    """The content of a body, in the form in which it was sent."""
    return Given(content=body.get("content", {}), text=body.get("text"))
