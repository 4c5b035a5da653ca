"""Fields of REST answers that hold a word of the record, an actor, or a text that may be long."""

from enum import StrEnum
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class WordField(serializers.ChoiceField):
    """One of the words of an enum; the OpenAPI document names the enum."""

    def __init__(self, words: type[StrEnum], **kwargs: Any) -> None:
        super().__init__(choices=[(word.value, word.name) for word in words], **kwargs)


@extend_schema_field(
    {
        "description": "A text; one above 8 KiB is a reference: read it at `runs/{id}/bodies/{ref}`.",
        "oneOf": [
            {"type": "string"},
            {
                "type": "object",
                "required": ["ref", "size", "head"],
                "properties": {
                    "ref": {"type": "string", "format": "uuid"},
                    "size": {"type": "integer"},
                    "head": {"type": "string"},
                },
            },
        ],
    }
)
class LongTextField(serializers.Field[Any, Any, Any, Any]):
    """A text of the record (`orchestration.engine.bodies`)."""


class ActorShown(serializers.Serializer[Any]):
    """Who acted: a person or an API key."""

    kind = serializers.ChoiceField(choices=["user", "api_key"])
    id = serializers.UUIDField()
    name = serializers.CharField()


class AgentNamed(serializers.Serializer[Any]):
    """An agent by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class AgentPinned(AgentNamed):
    """The version of an agent that a run pins."""

    version = serializers.IntegerField()
    version_id = serializers.UUIDField()


class OrchestrationPinned(AgentNamed):
    """The version of an orchestration that a run pins."""

    version = serializers.IntegerField()
    version_id = serializers.UUIDField()


class ProblemShown(serializers.Serializer[Any]):
    """Why something failed, or needs a person."""

    code = serializers.CharField()
    message = serializers.CharField()


class ProblemOfCall(ProblemShown):
    """A problem, and the call it is about."""

    call = serializers.UUIDField(allow_null=True)


class RuleShown(serializers.Serializer[Any]):
    """The policy rule that judged a call; the default of the platform has no id."""

    id = serializers.CharField(allow_null=True)
    text = serializers.CharField()
