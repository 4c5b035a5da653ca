"""What a document is sent with, and what it offers."""

from typing import Any

from rest_framework import serializers

from agents_app.openapi.document import MAX_BYTES
from agents_app.services.import_openapi import MAX_AT_ONCE
from agents_app.spec import EffectClass, Risk
from baton.api.fields import TextField
from baton.api.serializers import StrictSerializer

_EFFECTS = [(each.value, each.name) for each in EffectClass]
_RISKS = [(each.value, each.name) for each in Risk]
_BASE = "The name of a variable of the project, or an address: every request begins with it."


class _Document(StrictSerializer):
    document = TextField(
        max_length=MAX_BYTES, help_text="OpenAPI 3.0 or 3.1, as JSON or YAML. Nothing is fetched."
    )


class ReadOpenApi(_Document):
    """A document to be looked at. Without a base its own first address is taken."""

    variable = TextField(required=False, max_length=60)
    base_url = TextField(required=False, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At most one base."""
        if "variable" in attrs and "base_url" in attrs:
            raise serializers.ValidationError("Send at most one of `variable` and `base_url`.")
        return attrs


class ChosenOperation(StrictSerializer):
    """An operation that is to be a tool."""

    key = TextField(max_length=2_000, help_text="Its `key` in what the document offers.")
    name = TextField(max_length=64)
    effect = serializers.ChoiceField(choices=_EFFECTS, required=False)
    risk = serializers.ChoiceField(choices=_RISKS, required=False)


class ImportOpenApi(_Document):
    """A document, and what of it is wanted."""

    base = TextField(max_length=500, help_text=_BASE)
    operations = serializers.ListField(child=ChosenOperation(), min_length=1, max_length=MAX_AT_ONCE)


class OpenApiProblemShown(serializers.Serializer[Any]):
    """What could not be taken as it stands, with a JSON pointer into the document."""

    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField()


class OpenApiOperation(serializers.Serializer[Any]):
    """A proposal for a tool."""

    key = serializers.CharField()
    method = serializers.CharField()
    path = serializers.CharField()
    summary = serializers.CharField()
    name = serializers.CharField()
    exists = serializers.BooleanField(help_text="The project has a tool of this name: choose another.")
    effect = serializers.CharField()
    risk = serializers.CharField()
    content = serializers.DictField(
        allow_null=True, help_text="null: it cannot be a tool, and the first of the problems says why."
    )
    problems = OpenApiProblemShown(many=True)


class OpenApiRead(serializers.Serializer[Any]):
    """What a document offers."""

    title = serializers.CharField()
    version = serializers.CharField()
    base_urls = serializers.ListField(child=serializers.CharField(), help_text="Where it says it is reached.")
    operations = OpenApiOperation(many=True)
    problems = OpenApiProblemShown(many=True)


class ImportedTool(serializers.Serializer[Any]):
    """A new tool, with a draft."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class ImportedTools(serializers.Serializer[Any]):
    """The new tools."""

    tools = ImportedTool(many=True)
