"""REST: API keys of a project."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.fields import InstantField, TextField
from baton.api.idempotency import run_once
from baton.api.pagination import NEWEST_FIRST, PAGE_FILTERS, read_page
from baton.api.preconditions import entity_tag, required_version
from baton.api.schema import describe
from baton.api.serializers import NoBody, StrictSerializer, read_body
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.keys.selectors import keys_of, show_key
from baton.keys.services import issue_key, revoke_key, set_key_end
from baton.tenancy.models import ApiKey
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, SCOPES
from baton.tenancy.scope import organization_scope

_ENDS = "From then on it opens nothing; null: it does not end by itself."


class KeyMaker(serializers.Serializer[Any]):
    """Who made it. A key may do no more than this person may today."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class ApiKeyShown(serializers.Serializer[Any]):
    """An API key, without what opens anything."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    key_id = serializers.CharField(help_text="The part of its text by which it is recognised.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = InstantField()
    created_by = KeyMaker()
    expires_at = InstantField(allow_null=True, help_text=_ENDS)
    revoked_at = InstantField(allow_null=True)
    last_used_at = InstantField(allow_null=True, help_text="To the minute.")
    version = serializers.IntegerField()


class NewApiKeyShown(ApiKeyShown):
    """A key with its text, this once."""

    key = serializers.CharField(
        allow_null=True,
        help_text="Shown this once; null where the same request is answered again by its Idempotency-Key.",
    )


class NewApiKey(StrictSerializer):
    """A key for a service of the project."""

    name = TextField(max_length=120)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=SCOPES),
        default=sorted(DEFAULT_KEY_SCOPES),
        max_length=len(SCOPES),
        help_text="What it may do; at most what you may. Unless said: read, start and cancel runs.",
    )
    expires_at = InstantField(required=False, allow_null=True, help_text=_ENDS)


class EditApiKey(StrictSerializer):
    """When it ends."""

    expires_at = InstantField(allow_null=True, help_text=_ENDS)


class ApiKeys(BatonView):
    """The API keys of a project."""

    scopes = {"GET": "keys:manage", "POST": "keys:manage"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_api_keys", summary="List API keys, newest first", answer=ApiKeyShown, page=True)
    def get(self, request: Request) -> Response:
        """Ended ones too: whoever finds a key wants to know whose it was."""
        with organization_scope(self.actor.organization_id):
            keys = keys_of(self.actor.organization_id, self.actor.project_id)
            rows: QuerySet[ApiKey, dict[str, Any]] = keys.values(*NEWEST_FIRST.fields)
            page = read_page(rows, self.values, list_name="api_keys")
            by_id = keys.in_bulk([item["id"] for item in page["items"]])
            page["items"] = [show_key(by_id[item["id"]]) for item in page["items"]]
        return Response(page)

    @describe(
        name="create_api_key",
        summary="Create an API key",
        body=NewApiKey,
        answer=NewApiKeyShown,
        status=201,
        errors=["already_exists", "insufficient_scope"],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """Its text is in this answer and nowhere else."""
        given = read_body(request, NewApiKey)

        def create() -> dict[str, Any]:
            key, text = issue_key(actor=self.actor, **given)
            key.refresh_from_db()
            return {**show_key(key), "key": text}

        response = run_once(request, create, shown_once=("key",))
        if response.status_code == 201:
            response["Location"] = f"{request.path}/{response.data['id']}"
            response["ETag"] = entity_tag(response.data["version"])
        response["Cache-Control"] = "no-store"
        return response


class OneApiKey(BatonView):
    """An API key."""

    scopes = {"GET": "keys:manage", "PATCH": "keys:manage"}

    @describe(name="get_api_key", summary="Get an API key", answer=ApiKeyShown)
    def get(self, request: Request, key_id: UUID) -> Response:
        with organization_scope(self.actor.organization_id):
            key = keys_of(self.actor.organization_id, self.actor.project_id).filter(id=key_id).first()
        if key is None:
            raise NotFound
        return _answer(key)

    @describe(
        name="edit_api_key",
        summary="Set when an API key ends",
        body=EditApiKey,
        answer=ApiKeyShown,
        errors=["key_ended", "insufficient_scope"],
        if_match=True,
    )
    def patch(self, request: Request, key_id: UUID) -> Response:
        """One that has ended stays ended."""
        given = read_body(request, EditApiKey)
        return _answer(
            set_key_end(
                actor=self.actor,
                key_id=key_id,
                seen=required_version(request),
                expires_at=given["expires_at"],
            )
        )


class ApiKeyRevocation(BatonView):
    """The end of an API key."""

    scopes = {"POST": "keys:manage"}

    @describe(name="revoke_api_key", summary="Revoke an API key", body=NoBody, answer=ApiKeyShown)
    def post(self, request: Request, key_id: UUID) -> Response:
        """It opens nothing from now on, and streams it holds open are closed. There is no way back."""
        read_body(request, NoBody)
        return _answer(revoke_key(actor=self.actor, key_id=key_id))


def _answer(key: ApiKey) -> Response:
    return Response(show_key(key), headers={"ETag": entity_tag(key.version)})
