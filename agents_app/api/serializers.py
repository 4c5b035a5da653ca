"""How agents look in answers."""

from typing import Any

from rest_framework import serializers

from baton.api.fields import InstantField


class AgentFacts(serializers.Serializer[Any]):
    """What is shown of an agent everywhere."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    version = serializers.IntegerField(allow_null=True, help_text="The live version; null if there is none.")
    version_id = serializers.UUIDField(allow_null=True)
    published_at = InstantField(allow_null=True)
    specialization = serializers.CharField(allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    provider = serializers.CharField(allow_null=True)
    model = serializers.CharField(allow_null=True)
    scripted = serializers.BooleanField(
        help_text="Its replies are written down: there is no model behind it."
    )
    archived_at = InstantField(allow_null=True)


class AgentLimits(serializers.Serializer[Any]):
    """Where a run of the agent ends by itself. Null tokens: no token budget."""

    steps = serializers.IntegerField()
    tokens = serializers.IntegerField(allow_null=True)
    deadline_seconds = serializers.IntegerField()


class ToolOfAgent(serializers.Serializer[Any]):
    """A tool as the agent's version pins it."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    version_id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    input_schema = serializers.DictField()
    effect_class = serializers.CharField()
    sentence = serializers.CharField(allow_null=True)
    method = serializers.CharField()
    url = serializers.CharField(help_text="With variables of the project and arguments in braces.")
    credential = serializers.CharField(allow_null=True, help_text="The name of the secret it is sent with.")
    withdrawn_at = InstantField(allow_null=True)
