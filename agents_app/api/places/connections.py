"""REST: model connections."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.places.base import PlaceView, users_of
from agents_app.api.places.serializers import ConnectionShown, EditConnection, NewConnection
from agents_app.api.places.shapes import show_connection
from agents_app.models import ModelConnection
from agents_app.selectors.places import Users, connections_of, users_of_connections
from agents_app.services.places.connections import (
    Bounds,
    ConnectionEdit,
    create_connection,
    delete_connection,
    edit_connection,
)
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS
from baton.api.preconditions import required_version
from baton.api.schema import describe
from baton.api.serializers import read_body

_REFUSED = [
    "already_exists",
    "host_not_allowed",
    "blocked_address",
    "invalid_url",
    "invalid_reference",
    "secret_not_allowed",
]


class ConnectionView(PlaceView):
    """Base of both."""

    scopes = {}
    what = "connections"

    @property
    def bounds(self) -> Bounds:
        """What the installation allows."""
        return Bounds(self.allow, self.environment_is_open)

    def rows(self) -> "QuerySet[ModelConnection]":
        """All of the project."""
        return connections_of(*self.place)

    def users(self) -> Users:
        """By id."""
        return users_of_connections(*self.place)

    def shown(self, row: ModelConnection, users: Users) -> dict[str, Any]:
        """One, its key by the credential's name."""
        return show_connection(row, users_of(users, row.id))


class Connections(ConnectionView):
    """The model connections of a project."""

    scopes = {"GET": "agents:read", "POST": "agents:edit"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_connections", summary="List connections by name", answer=ConnectionShown, page=True)
    def get(self, request: Request) -> Response:
        return self.page()

    @describe(
        name="create_connection",
        summary="Create a connection",
        body=NewConnection,
        answer=ConnectionShown,
        status=201,
        errors=_REFUSED,
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """To name a credential needs `secrets:manage` as well. Whether it answers is tried at
        `connections/try`."""
        given = read_body(request, NewConnection)
        name = given.pop("name")

        def create() -> dict[str, Any]:
            edit = ConnectionEdit(**given)  # type: ignore[typeddict-item]
            row = create_connection(actor=self.actor, name=name, edit=edit, bounds=self.bounds)
            return self.shown(row, {})

        return self.created(run_once(request, create), request.path)


class OneConnection(ConnectionView):
    """A model connection."""

    scopes = {"GET": "agents:read", "PATCH": "agents:edit", "DELETE": "agents:edit"}

    @describe(name="get_connection", summary="Get a connection", answer=ConnectionShown)
    def get(self, request: Request, connection_id: UUID) -> Response:
        return self.one(connection_id)

    @describe(
        name="edit_connection",
        summary="Edit a connection",
        body=EditConnection,
        answer=ConnectionShown,
        errors=_REFUSED,
        if_match=True,
    )
    def patch(self, request: Request, connection_id: UUID) -> Response:
        """Its key, and the address of one that has a key, also need `secrets:manage`."""
        edit = ConnectionEdit(**read_body(request, EditConnection))  # type: ignore[typeddict-item]
        edit_connection(
            actor=self.actor,
            connection_id=connection_id,
            seen=required_version(request),
            edit=edit,
            bounds=self.bounds,
        )
        return self.one(connection_id)

    @describe(
        name="delete_connection",
        summary="Delete a connection that no agent uses",
        answer=None,
        status=204,
        errors=["in_use"],
        if_match=True,
    )
    def delete(self, request: Request, connection_id: UUID) -> Response:
        """What uses it is named in `details.used_by`."""
        delete_connection(actor=self.actor, connection_id=connection_id, seen=required_version(request))
        return Response(status=204)
