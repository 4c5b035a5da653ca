"""Look at an MCP server: what it offers now, through the door and with the key that a call would have.

What a server refuses is an answer here. Nothing of it is kept but that somebody looked.
"""

import asyncio
import importlib
import logging
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from agents_app.models import McpServer
from agents_app.selectors.places import mcp_servers_of
from agents_app.tools.mcp.failure import McpFailure
from agents_app.tools.mcp.offered import Offer
from baton.audit.record import record
from baton.core.errors import NotFound
from baton.egress.allow import AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.engine.ports import CredentialValue, ServerPlace
from orchestration.tries.project_secrets import ProjectSecrets, secrets_of

_LISTING: Final = "agents_app.tools.mcp.listing"
"""Imports the SDK, which takes seconds: loaded with the first look."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreparedLook:
    """A server that could be asked now."""

    server: ServerPlace
    is_trusted: bool
    credential: CredentialValue | None
    is_keyless: bool
    """It wants a key that has no value here."""
    secrets: ProjectSecrets = field(repr=False)


@dataclass(frozen=True, slots=True)
class RefusedLook:
    """Nothing came of it."""

    code: str
    message: str


def prepare_look(*, actor: Actor, server_id: UUID) -> PreparedLook:
    """Everything that is needed to ask; nothing leaves."""
    actor.require("tools:edit")
    with organization_scope(actor.organization_id):
        place = (actor.organization_id, actor.project_id)
        row = mcp_servers_of(*place).filter(id=server_id).first()
        if row is None:
            raise NotFound
        secrets = secrets_of(*place)
    credential = secrets.values.get(row.credential.name) if row.credential else None
    return PreparedLook(
        server=_place(row),
        is_trusted=row.is_trusted,
        credential=credential,
        is_keyless=row.credential is not None and credential is None,
        secrets=secrets,
    )


def look(prepared: PreparedLook, allow: AllowList) -> Offer | RefusedLook:
    """Ask once. Holds no transaction."""
    if prepared.is_keyless:
        return RefusedLook("credential_missing", "The credential of the server has no value here.")
    listing: Any = importlib.import_module(_LISTING)
    try:
        door = listing.Door(allow)
        offer: Offer = asyncio.run(listing.look_at(door, prepared.server, prepared.credential))
    except McpFailure as error:
        return RefusedLook(error.code, prepared.secrets.hide(error.message))
    except Exception as error:  # a fault of ours is one of this look
        _log.exception("the look at an MCP server broke")
        return RefusedLook("mcp_error", f"It broke ({type(error).__name__}).")
    return offer


def note_look(*, actor: Actor, prepared: PreparedLook, found: Offer | RefusedLook) -> None:
    """Write down who looked, and what came of it."""
    with organization_scope(actor.organization_id):
        record(
            actor=actor,
            action="mcp_servers:look",
            object_kind="mcp_server",
            object_id=prepared.server.id,
            detail={
                "name": prepared.server.name,
                "url": prepared.server.url,
                "code": found.code if isinstance(found, RefusedLook) else "ok",
                "tools": len(found.tools) if isinstance(found, Offer) else 0,
            },
        )


def _place(row: McpServer) -> ServerPlace:
    return ServerPlace(str(row.id), row.name, row.url, float(row.timeout_seconds))
