"""REST: MCP servers."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.places.base import PlaceView, users_of
from agents_app.api.places.mcp_serializers import EditMcpServer, McpServerShown, NewMcpServer
from agents_app.api.places.shapes import show_mcp_server
from agents_app.models import McpServer
from agents_app.selectors.places import Users, mcp_servers_of, users_of_mcp_servers
from agents_app.services.places.mcp_servers import (
    McpServerEdit,
    create_mcp_server,
    delete_mcp_server,
    edit_mcp_server,
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
    "insufficient_scope",
    "invalid_url",
    "invalid_reference",
    "transport_not_allowed",
]


class McpServerView(PlaceView):
    """Base of both."""

    scopes = {}
    what = "mcp_servers"

    def rows(self) -> "QuerySet[McpServer]":
        """All of the project."""
        return mcp_servers_of(*self.place)

    def users(self) -> Users:
        """By id."""
        return users_of_mcp_servers(*self.place)

    def shown(self, row: McpServer, users: Users) -> dict[str, Any]:
        """One, its key by the credential's name."""
        return show_mcp_server(row, users_of(users, row.id))


class McpServers(McpServerView):
    """The MCP servers of a project."""

    scopes = {"GET": "tools:read", "POST": "tools:edit"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_mcp_servers", summary="List MCP servers by name", answer=McpServerShown, page=True)
    def get(self, request: Request) -> Response:
        return self.page()

    @describe(
        name="create_mcp_server",
        summary="Register an MCP server",
        body=NewMcpServer,
        answer=McpServerShown,
        status=201,
        errors=_REFUSED,
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """To name a credential, or to trust it, needs `secrets:manage` as well. Nothing is sent to it yet."""
        given = read_body(request, NewMcpServer)
        name = given.pop("name")

        def create() -> dict[str, Any]:
            edit = McpServerEdit(**given)  # type: ignore[typeddict-item]
            row = create_mcp_server(actor=self.actor, name=name, edit=edit, allow=self.allow)
            return self.shown(row, {})

        return self.created(run_once(request, create), request.path)


class OneMcpServer(McpServerView):
    """An MCP server."""

    scopes = {"GET": "tools:read", "PATCH": "tools:edit", "DELETE": "tools:edit"}

    @describe(name="get_mcp_server", summary="Get an MCP server", answer=McpServerShown)
    def get(self, request: Request, mcp_server_id: UUID) -> Response:
        return self.one(mcp_server_id)

    @describe(
        name="edit_mcp_server",
        summary="Edit an MCP server",
        body=EditMcpServer,
        answer=McpServerShown,
        errors=[*_REFUSED, "in_use"],
        if_match=True,
    )
    def patch(self, request: Request, mcp_server_id: UUID) -> Response:
        """Its key, trust, and the address of one that has either, also need `secrets:manage`."""
        edit = McpServerEdit(**read_body(request, EditMcpServer))  # type: ignore[typeddict-item]
        edit_mcp_server(
            actor=self.actor,
            server_id=mcp_server_id,
            seen=required_version(request),
            edit=edit,
            allow=self.allow,
        )
        return self.one(mcp_server_id)

    @describe(
        name="delete_mcp_server",
        summary="Delete an MCP server that no tool uses",
        answer=None,
        status=204,
        errors=["in_use"],
        if_match=True,
    )
    def delete(self, request: Request, mcp_server_id: UUID) -> Response:
        """What uses it is named in `details.used_by`."""
        delete_mcp_server(actor=self.actor, server_id=mcp_server_id, seen=required_version(request))
        return Response(status=204)
