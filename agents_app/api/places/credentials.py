"""REST: credentials. Their values go in and never come out."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.places.base import PlaceView, users_of
from agents_app.api.places.serializers import CredentialShown, EditCredential, NewCredential
from agents_app.api.places.shapes import show_credential
from agents_app.models import Credential
from agents_app.selectors.places import Users, credentials_of, users_of_credentials
from agents_app.services.places.credentials import (
    CredentialEdit,
    create_credential,
    delete_credential,
    edit_credential,
)
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS
from baton.api.preconditions import required_version
from baton.api.schema import describe
from baton.api.serializers import read_body


class CredentialView(PlaceView):
    """Base of both."""

    scopes = {}
    what = "credentials"

    def rows(self) -> "QuerySet[Credential]":
        """All of the project."""
        return credentials_of(*self.place)

    def users(self) -> Users:
        """By name."""
        return users_of_credentials(*self.place)

    def shown(self, row: Credential, users: Users) -> dict[str, Any]:
        """One, without its value."""
        return show_credential(row, users_of(users, row.name))


class Credentials(CredentialView):
    """The credentials of a project."""

    scopes = {"GET": "tools:read", "POST": "secrets:manage"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_credentials", summary="List credentials by name", answer=CredentialShown, page=True)
    def get(self, request: Request) -> Response:
        return self.page()

    @describe(
        name="create_credential",
        summary="Create a credential",
        body=NewCredential,
        answer=CredentialShown,
        status=201,
        errors=["already_exists", "secret_not_allowed", "secrets_unavailable"],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """Its value is sealed before it is stored, and shown to nobody."""
        given = read_body(request, NewCredential)

        def create() -> dict[str, Any]:
            row = create_credential(actor=self.actor, environment_is_open=self.environment_is_open, **given)
            return self.shown(row, {})

        return self.created(run_once(request, create), request.path)


class OneCredential(CredentialView):
    """A credential."""

    scopes = {"GET": "tools:read", "PATCH": "secrets:manage", "DELETE": "secrets:manage"}

    @describe(name="get_credential", summary="Get a credential", answer=CredentialShown)
    def get(self, request: Request, credential_id: UUID) -> Response:
        return self.one(credential_id)

    @describe(
        name="edit_credential",
        summary="Edit a credential, or give it another value",
        body=EditCredential,
        answer=CredentialShown,
        errors=["already_exists", "in_use", "secret_not_allowed", "secrets_unavailable"],
        if_match=True,
    )
    def patch(self, request: Request, credential_id: UUID) -> Response:
        """The next use has the new value. Another host needs the value for it: a key never moves alone."""
        edit = CredentialEdit(**read_body(request, EditCredential))  # type: ignore[typeddict-item]
        edit_credential(
            actor=self.actor,
            credential_id=credential_id,
            seen=required_version(request),
            edit=edit,
            environment_is_open=self.environment_is_open,
        )
        return self.one(credential_id)

    @describe(
        name="delete_credential",
        summary="Delete a credential that nothing uses",
        answer=None,
        status=204,
        errors=["in_use"],
        if_match=True,
    )
    def delete(self, request: Request, credential_id: UUID) -> Response:
        """What uses it is named in `details.used_by`."""
        delete_credential(actor=self.actor, credential_id=credential_id, seen=required_version(request))
        return Response(status=204)
