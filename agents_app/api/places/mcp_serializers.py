"""How MCP servers look in answers and requests."""

from typing import Any

from rest_framework import serializers

from agents_app.api.places.serializers import NamedCredential, UserOfIt
from agents_app.definition.servers import LONGEST_TIMEOUT, MAX_URL, TRANSPORT
from baton.api.fields import TextField, TruthField, WholeNumberField
from baton.api.serializers import StrictSerializer

_TRUSTED = (
    "What it says of its tools may loosen their effect class. Only who has `secrets:manage` says so, and of "
    "one address: another one has to be trusted anew."
)
_TRANSPORT = f"Only `{TRANSPORT}`: Baton starts no program for a server."


class McpServerShown(serializers.Serializer[Any]):
    """An MCP server."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    url = serializers.CharField()
    credential = NamedCredential(allow_null=True)
    key = serializers.ChoiceField(
        choices=["stored", "environment", "missing", "none"],
        help_text="Where its key is; `missing`: its credential has no value; `none`: it needs none.",
    )
    is_trusted = serializers.BooleanField(help_text=_TRUSTED)
    timeout_seconds = serializers.IntegerField()
    version = serializers.IntegerField()
    used_by = UserOfIt(many=True)


class _Fields(StrictSerializer):
    transport = TextField(max_length=40, required=False, help_text=_TRANSPORT)
    credential = serializers.UUIDField(
        required=False,
        allow_null=True,
        help_text="The credential whose header every request carries; bound to the server's host.",
    )
    is_trusted = TruthField(required=False, help_text=_TRUSTED)
    timeout_seconds = WholeNumberField(
        required=False, min_value=1, max_value=LONGEST_TIMEOUT, help_text="The longest of one request to it."
    )


class NewMcpServer(_Fields):
    """A server."""

    name = TextField(max_length=60)
    url = TextField(max_length=MAX_URL)


class EditMcpServer(_Fields):
    """What is not named stays. Another name, that no tool is one of its own."""

    name = TextField(max_length=60, required=False)
    url = TextField(max_length=MAX_URL, required=False)
