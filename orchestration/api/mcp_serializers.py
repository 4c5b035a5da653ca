"""What an MCP server offers, and what of it is wanted."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from agents_app.services.import_mcp import MAX_AT_ONCE
from agents_app.spec import EffectClass, Risk
from baton.api.fields import TextField
from baton.api.serializers import StrictSerializer

_EFFECTS = [(each.value, each.name) for each in EffectClass]
_RISKS = [(each.value, each.name) for each in Risk]
_DIGEST = "Of everything that the server says of it; a call is refused once it says something else."


class McpImported(serializers.Serializer[Any]):
    """A tool of the project that is this tool of the server."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    is_current = serializers.BooleanField(help_text="The server still says what was imported.")


class McpToolShown(serializers.Serializer[Any]):
    """A tool of the server, and how it would be imported."""

    tool = serializers.CharField(help_text="What the server calls it.")
    title = serializers.CharField()
    description = serializers.CharField(help_text="The server's words.")
    input_schema = serializers.DictField()
    output_schema = serializers.DictField(allow_null=True)
    annotations = serializers.DictField(help_text="Hints, as far as the server says them.")
    definition_digest = serializers.CharField(help_text=_DIGEST)
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="What to know before it is imported."
    )
    name = serializers.CharField(help_text="Proposed for the project.")
    exists = serializers.BooleanField(help_text="The project has another tool of this name.")
    effect = serializers.CharField()
    risk = serializers.CharField()
    imported = McpImported(many=True)


class McpDropped(serializers.Serializer[Any]):
    """A tool of the server that cannot be used."""

    tool = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class McpGone(serializers.Serializer[Any]):
    """A tool of the project that the server does not offer any more."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    tool = serializers.CharField()


class McpOffer(serializers.Serializer[Any]):
    """The server answered."""

    ok = serializers.BooleanField(help_text="true")
    tools = McpToolShown(many=True)
    dropped = McpDropped(many=True)
    gone = McpGone(many=True)
    is_complete = serializers.BooleanField(help_text="false: it offers more than is read.")


class McpRefused(serializers.Serializer[Any]):
    """It did not."""

    ok = serializers.BooleanField(help_text="false")
    code = serializers.CharField(help_text="As a run would record it.")
    message = serializers.CharField()


LOOKED_AT_MCP_SERVER = PolymorphicProxySerializer(
    component_name="LookedAtMcpServer",
    serializers=[McpOffer, McpRefused],
    resource_type_field_name=None,
)


class ChosenMcpTool(StrictSerializer):
    """A tool of the server that is to be a tool of the project."""

    tool = TextField(max_length=128)
    name = TextField(max_length=64)
    definition_digest = TextField(max_length=64, help_text="As it was looked at.")
    effect = serializers.ChoiceField(choices=_EFFECTS, required=False)
    risk = serializers.ChoiceField(choices=_RISKS, required=False)


class ImportMcpTools(StrictSerializer):
    """What is wanted."""

    tools = serializers.ListField(child=ChosenMcpTool(), min_length=1, max_length=MAX_AT_ONCE)


class ImportedMcpTool(serializers.Serializer[Any]):
    """A tool with a draft."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    is_new = serializers.BooleanField(help_text="false: the project had it.")
    is_changed = serializers.BooleanField(
        help_text="It has a draft to publish; false: the server says what was imported, so calls start again."
    )


class ImportedMcpTools(serializers.Serializer[Any]):
    """The tools."""

    tools = ImportedMcpTool(many=True)
