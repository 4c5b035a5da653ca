"""How credentials, connections and variables look in answers and requests. No answer holds a value."""

import json
from typing import Any

from rest_framework import serializers

from agents_app.connection_rules import MOST_IN_FLIGHT
from agents_app.providers import HISTORIES, PROVIDERS, TRANSPORTS
from baton.api.fields import InstantField, TextField, WholeNumberField
from baton.api.serializers import StrictSerializer

_VALUE = "Written only: no answer ever holds it. Null takes it away."
_VARIABLE = (
    "Read the value from this variable of the workers' environment. Where the installation does not open it "
    "to its organizations, only what is stored already may stay."
)
_SCRIPT = "Of the scripted model: the name of a script, or an object with its replies."
_MODEL_CAPABILITIES = "Capabilities by the name of a model; they have the last word."
_TRANSPORT = (
    "How requests travel: `sdk` by the provider's own SDK, `lean` by bare HTTP at a fraction of its cost."
)
_HISTORY = "Who remembers the conversation; `server` where the provider can."
_MAX_IN_FLIGHT = "Model calls under way at once with this key, over all workers; null for no bound."
_CAPABILITIES = "What the endpoint refuses is `false`; what is not named is taken to work."


_LONGEST_SCRIPT = 256 * 1024
_LONGEST_CAPABILITIES = 8 * 1024


def _bounded(value: Any, longest: int) -> Any:
    if len(json.dumps(value)) > longest:
        raise serializers.ValidationError(f"At most {longest} characters of JSON.")
    return value


class UserOfIt(serializers.Serializer[Any]):
    """What uses it."""

    kind = serializers.CharField(help_text="`tool`, `connection`, `mcp_server` or `agent`.")
    id = serializers.UUIDField()
    name = serializers.CharField()


class NamedCredential(serializers.Serializer[Any]):
    """A credential by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class CredentialShown(serializers.Serializer[Any]):
    """A credential: where its value may be sent, and where the value is."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    host = serializers.CharField()
    header = serializers.CharField()
    prefix = serializers.CharField(help_text="Stands before the value in the header.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=["stored", "environment", "missing"],
        help_text="Where the value is: sealed in Baton; in the workers' environment; nowhere.",
    )
    secret_variable = serializers.CharField(
        help_text="The variable of the workers' environment; empty for none."
    )
    last_four = serializers.CharField(help_text="Of a stored value; empty for a short one.")
    fingerprint = serializers.CharField(help_text="Tells stored values apart.")
    sealed_at = InstantField(allow_null=True)
    version = serializers.IntegerField()
    used_by = UserOfIt(many=True)


class NewCredential(StrictSerializer):
    """A credential."""

    name = TextField(max_length=60)
    host = TextField(max_length=255, help_text="The only host it is sent to, with a port unless it is 443.")
    header = TextField(max_length=100, default="Authorization")
    prefix = TextField(max_length=20, default="", allow_blank=True)
    value = TextField(required=False, allow_null=True, write_only=True, help_text=_VALUE)
    secret_variable = TextField(max_length=100, default="", allow_blank=True, help_text=_VARIABLE)


class EditCredential(StrictSerializer):
    """What is not named stays. Another host needs the value for it; another name, that no tool uses it."""

    name = TextField(max_length=60, required=False)
    host = TextField(max_length=255, required=False)
    header = TextField(max_length=100, required=False)
    prefix = TextField(max_length=20, required=False, allow_blank=True)
    value = TextField(required=False, allow_null=True, write_only=True, help_text=_VALUE)
    secret_variable = TextField(max_length=100, required=False, allow_blank=True, help_text=_VARIABLE)


class ConnectionShown(serializers.Serializer[Any]):
    """A model connection."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    provider = serializers.CharField()
    base_url = serializers.CharField(help_text="Empty: the provider's own.")
    script = serializers.JSONField(allow_null=True, help_text=_SCRIPT)
    credential = NamedCredential(allow_null=True)
    secret_variable = serializers.CharField(
        help_text="The variable of the workers' environment that holds its key; empty for none."
    )
    key = serializers.ChoiceField(
        choices=["stored", "environment", "missing", "none"],
        help_text="Where its key is; `missing`: its credential has no value; `none`: it needs none.",
    )
    capabilities = serializers.DictField(help_text=_CAPABILITIES)
    model_capabilities = serializers.DictField(help_text=_MODEL_CAPABILITIES)
    transport = serializers.ChoiceField(choices=TRANSPORTS, help_text=_TRANSPORT)
    history = serializers.ChoiceField(choices=HISTORIES, help_text=_HISTORY)
    max_in_flight = serializers.IntegerField(allow_null=True, help_text=_MAX_IN_FLIGHT)
    version = serializers.IntegerField()
    used_by = serializers.IntegerField(help_text="How many agents use it.")


class ConnectionFields(StrictSerializer):
    """How a model is reached."""

    base_url = TextField(max_length=500, required=False, allow_blank=True)
    script = serializers.JSONField(required=False, allow_null=True, help_text=_SCRIPT)
    credential = serializers.UUIDField(
        required=False, allow_null=True, help_text="The credential that is its key; bound to its host."
    )
    secret_variable = TextField(max_length=100, required=False, allow_blank=True, help_text=_VARIABLE)
    capabilities = serializers.DictField(required=False, help_text=_CAPABILITIES)
    model_capabilities = serializers.DictField(required=False, help_text=_MODEL_CAPABILITIES)
    transport = serializers.ChoiceField(choices=TRANSPORTS, required=False, help_text=_TRANSPORT)
    history = serializers.ChoiceField(choices=HISTORIES, required=False, help_text=_HISTORY)
    max_in_flight = WholeNumberField(
        required=False, allow_null=True, min_value=1, max_value=MOST_IN_FLIGHT, help_text=_MAX_IN_FLIGHT
    )

    def validate_script(self, script: Any) -> Any:
        """A name or an object; the adapter reads it when it is opened. Workers read it every second."""
        if script is not None and not isinstance(script, str | dict):
            raise serializers.ValidationError("Not a text and not an object.")
        return _bounded(script, _LONGEST_SCRIPT)

    def validate_capabilities(self, capabilities: Any) -> Any:
        """Some names, not a document."""
        return _bounded(capabilities, _LONGEST_CAPABILITIES)

    def validate_model_capabilities(self, capabilities: Any) -> Any:
        """The same for some models."""
        return _bounded(capabilities, _LONGEST_CAPABILITIES)


class NewConnection(ConnectionFields):
    """A connection."""

    name = TextField(max_length=60)
    provider = serializers.ChoiceField(choices=sorted(PROVIDERS))


class EditConnection(ConnectionFields):
    """What is not named stays."""

    name = TextField(max_length=60, required=False)
    provider = serializers.ChoiceField(choices=sorted(PROVIDERS), required=False)


class VariableShown(serializers.Serializer[Any]):
    """A variable; no secret."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    value = serializers.CharField()
    version = serializers.IntegerField()
    used_by = serializers.ListField(child=serializers.CharField(), help_text="Names of tools.")


class NewVariable(StrictSerializer):
    """A variable; its name is written LIKE_THIS."""

    name = TextField(max_length=60)
    value = TextField(max_length=1_000, allow_blank=True)


class EditVariable(StrictSerializer):
    """Another value; another name, where no tool uses the one it has."""

    name = TextField(max_length=60, required=False)
    value = TextField(max_length=1_000, allow_blank=True)
