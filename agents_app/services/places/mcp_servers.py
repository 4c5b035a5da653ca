"""Make, edit and delete MCP servers. A key goes to one host; who manages secrets says whom to trust."""

from typing import Any, TypedDict
from uuid import UUID

from agents_app.definition.servers import LONGEST_TIMEOUT, TRANSPORT
from agents_app.mcp_address import judge_server, judge_server_key
from agents_app.models import McpServer
from agents_app.selectors.places import mcp_servers_of, users_of_mcp_servers
from agents_app.services.places.editing import change, note, refuse_used, rename, take, take_name
from agents_app.services.places.references import find_credential
from baton.core.errors import Unprocessable
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import EgressError
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

SCOPE = "tools:edit"
ADMIN_SCOPE = "secrets:manage"
"""To give a server its key, another address to one that has a key, or trust."""


class McpServerEdit(TypedDict, total=False):
    """What is not named stays as it is."""

    name: str
    url: str
    transport: str
    credential: UUID | None
    is_trusted: bool
    timeout_seconds: int


def create_mcp_server(
    *, actor: Actor, name: str, edit: McpServerEdit, allow: AllowList = NOTHING
) -> McpServer:
    """A new server. Nothing is sent to it."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        take_name(actor, name, mcp_servers_of(actor.organization_id, actor.project_id))
        row = McpServer(organization_id=actor.organization_id, project_id=actor.project_id, name=name)
        for field, value in _judged(actor, row, edit, allow).items():
            setattr(row, field, value)
        row.save(force_insert=True)
        note(actor, "mcp_server", "create", row, **_told(row))
    return row


def edit_mcp_server(
    *, actor: Actor, server_id: UUID, seen: int, edit: McpServerEdit, allow: AllowList = NOTHING
) -> McpServer:
    """The server as it is afterwards; the next call of its tools goes there, also in runs under way."""
    actor.require(SCOPE)
    place = (actor.organization_id, actor.project_id)
    with organization_scope(actor.organization_id):
        rows = mcp_servers_of(*place)
        row = take(actor, rows, server_id, seen)
        users = users_of_mcp_servers(*place).get(str(row.id), [])
        rename(actor, row, edit.get("name", row.name), rows, users)
        changed = change(row, _judged(actor, row, edit, allow))
        if changed:
            note(actor, "mcp_server", "edit", row, changed=changed, **_told(row))
    return row


def delete_mcp_server(*, actor: Actor, server_id: UUID, seen: int) -> None:
    """Delete the server, unless a tool is one of its own."""
    actor.require(SCOPE)
    place = (actor.organization_id, actor.project_id)
    with organization_scope(actor.organization_id):
        row = take(actor, mcp_servers_of(*place), server_id, seen)
        users = users_of_mcp_servers(*place)
        refuse_used(f"The MCP server '{row.name}'", users.get(str(row.id), []))
        note(actor, "mcp_server", "delete", row, **_told(row))
        row.delete()


def _judged(actor: Actor, row: McpServer, edit: McpServerEdit, allow: AllowList) -> dict[str, Any]:
    """The columns as they shall be, checked as a whole."""
    refuse_transport(edit.get("transport", TRANSPORT))
    values: dict[str, Any] = {
        "name": edit.get("name", row.name),
        "url": edit.get("url", row.url),
        "credential": row.credential,
        "is_trusted": edit.get("is_trusted", row.is_trusted),
        "timeout_seconds": edit.get("timeout_seconds", row.timeout_seconds),
    }
    if "credential" in edit:
        values["credential"] = find_credential(actor, edit["credential"])
    if not 1 <= values["timeout_seconds"] <= LONGEST_TIMEOUT:
        message = f"A request takes 1 to {LONGEST_TIMEOUT} s."
        raise Unprocessable("invalid_value", message, field="timeout_seconds")
    _judge_rights(actor, row, values)
    _judge_place(values, allow)
    return values


def refuse_transport(transport: str) -> None:
    """Raise Unprocessable for any other than streamable HTTP: the worker starts no program for a tenant."""
    if transport != TRANSPORT:
        message = f"{transport[:40]!r} is not offered: an MCP server is reached over {TRANSPORT}."
        raise Unprocessable("transport_not_allowed", message, field="transport")


def _judge_rights(actor: Actor, row: McpServer, values: dict[str, Any]) -> None:
    """Who may only edit must neither choose a key, nor send one elsewhere, nor call a server trusted."""
    had, has = row.credential_id, values["credential"].id if values["credential"] else None
    moved = values["url"] != row.url
    gains_trust = values["is_trusted"] and (moved or not row.is_trusted)
    if had != has or (moved and has) or gains_trust:
        actor.require(ADMIN_SCOPE)


def _judge_place(values: dict[str, Any], allow: AllowList) -> None:
    try:
        judge_server(values["url"], allow)
    except EgressError as error:
        raise type(error)(error.message, field="url") from None
    if (credential := values["credential"]) is not None:
        try:
            judge_server_key(values["url"], credential.name, credential.host)
        except EgressError as error:
            raise type(error)(error.message, field="credential") from None


def _told(row: McpServer) -> dict[str, Any]:
    return {
        "url": row.url,
        "credential": row.credential.name if row.credential else None,
        "is_trusted": row.is_trusted,
    }
