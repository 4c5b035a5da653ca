"""REST: try a connection before an agent needs it."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.providers import PROVIDERS, TRANSPORTS
from agents_app.services.places.connections import Bounds
from baton.api.fields import TextField
from baton.api.schema import describe
from baton.api.serializers import StrictSerializer, read_body
from baton.api.views import BatonView
from baton.egress.allow import AllowList
from orchestration.tries.slots import one_slot
from orchestration.tries.try_connection import (
    Answered,
    PreparedConnection,
    Refused,
    WantedConnection,
    ask_connection,
    note_connection,
    prepare_connection,
    shown_text,
)

MAX_MESSAGE = 4_000


class TryConnection(StrictSerializer):
    """A stored connection by its `id`, with or without changes; or one that is being written."""

    id = serializers.UUIDField(required=False)
    provider = serializers.ChoiceField(choices=sorted(PROVIDERS), required=False)
    base_url = TextField(max_length=500, required=False, allow_blank=True)
    script = serializers.JSONField(required=False, allow_null=True)
    credential = serializers.UUIDField(required=False, allow_null=True)
    secret_variable = TextField(max_length=100, required=False, allow_blank=True)
    capabilities = serializers.DictField(required=False)
    model_capabilities = serializers.DictField(required=False)
    transport = serializers.ChoiceField(choices=TRANSPORTS, required=False)
    key = TextField(
        max_length=MAX_MESSAGE,
        required=False,
        write_only=True,
        help_text="Used for this try instead of the stored one, and kept nowhere.",
    )
    model = TextField(max_length=200)
    message = TextField(max_length=MAX_MESSAGE)


class UsageOfTry(serializers.Serializer[Any]):
    """Tokens as the provider counts them; null where it does not say."""

    input = serializers.IntegerField(allow_null=True)
    cached = serializers.IntegerField(allow_null=True)
    output = serializers.IntegerField(allow_null=True)
    reasoning = serializers.IntegerField(allow_null=True)


class ConnectionAnswers(serializers.Serializer[Any]):
    """The model answered."""

    ok = serializers.BooleanField(help_text="true")
    reply = serializers.CharField(help_text="Cut off after some words.")
    model = serializers.CharField(help_text="As the provider names it.")
    usage = UsageOfTry()
    duration_ms = serializers.IntegerField()


class ConnectionFails(serializers.Serializer[Any]):
    """It did not."""

    ok = serializers.BooleanField(help_text="false")
    code = serializers.CharField(help_text="As a run would record it.")
    message = serializers.CharField()
    hint = serializers.CharField(help_text="What to look at.")


TRIED_CONNECTION = PolymorphicProxySerializer(
    component_name="TriedConnection",
    serializers=[ConnectionAnswers, ConnectionFails],
    resource_type_field_name=None,
)


class ConnectionTry(BatonView):
    """One small question to a model."""

    scopes = {"POST": "agents:try"}

    @describe(
        name="try_connection",
        summary="Try a connection",
        body=TryConnection,
        answer=TRIED_CONNECTION,
        errors=["insufficient_scope", "invalid_reference", "rate_limited", "secret_not_allowed"],
    )
    def post(self, request: Request) -> Response:
        """A real question, through the same adapter and the same door as a run's, of at most 20 s. What the
        provider refuses is an answer. A stored key at another address needs `secrets:manage` as well."""
        given = read_body(request, TryConnection)
        allow = AllowList.parse(settings.BATON.baton_egress_allow)
        wanted = WantedConnection(
            model=given.pop("model"),
            message=given.pop("message"),
            connection_id=given.pop("id", None),
            key=given.pop("key", None),
            changes=given,
        )
        bounds = Bounds(allow, bool(settings.BATON.baton_secrets_from_environment))
        with one_slot():
            prepared = prepare_connection(actor=self.actor, wanted=wanted, bounds=bounds)
            tried = ask_connection(prepared, allow)
        note_connection(actor=self.actor, prepared=prepared, tried=tried)
        return Response(_shown(prepared, tried))


def _shown(prepared: PreparedConnection, tried: Answered | Refused) -> dict[str, Any]:
    if isinstance(tried, Refused):
        return {"ok": False, "code": tried.code, "message": tried.message, "hint": tried.hint}
    reply, usage = tried.reply, tried.reply.usage
    return {
        "ok": True,
        "reply": shown_text(prepared, reply.text),
        "model": shown_text(prepared, reply.model or prepared.model),
        "usage": {
            "input": usage.input,
            "cached": usage.cached,
            "output": usage.output,
            "reasoning": usage.reasoning,
        },
        "duration_ms": tried.duration_ms,
    }
