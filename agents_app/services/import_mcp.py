"""Make tools of chosen tools of an MCP server: drafts, all of them or none.

What the server said is handed in, read from it a moment ago (`agents_app.tools.mcp.listing`): nothing is
asked here. A tool that was imported before gets a draft with what the server says now; effect, risk and
sentence stay as a person made them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from agents_app.kinds import Kind
from agents_app.models import McpServer, ToolQuarantine
from agents_app.selectors.check import Given
from agents_app.selectors.mcp_tools import ImportedTool, imported_tools
from agents_app.selectors.places import mcp_servers_of
from agents_app.services.drafts.create_object import create_object
from agents_app.services.drafts.save_draft import save_draft
from agents_app.spec import EffectClass, Risk
from agents_app.tools.mcp.offered import Offer, OfferedTool
from agents_app.tools.mcp.proposal import content_of_tool, effect_of, risk_of
from baton.audit.record import record
from baton.core.errors import BatonError, Conflict, NotFound, Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

MAX_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class ChosenTool:
    """A tool of the server as a person wants it. What they do not say stays as it is proposed."""

    tool: str
    name: str
    definition_digest: str
    """What they have looked at."""
    effect: EffectClass | None = None
    risk: Risk | None = None


@dataclass(frozen=True, slots=True)
class MadeTool:
    """A tool with a draft."""

    id: UUID
    name: str
    is_new: bool
    is_changed: bool = True
    """False: the server says what was imported, and there is nothing to publish."""


def import_tools(
    *, actor: Actor, server_id: UUID, offer: Offer, chosen: Sequence[ChosenTool]
) -> list[MadeTool]:
    """Refused is what the server does not offer or says differently by now, and a taken name."""
    actor.require("tools:edit")
    with organization_scope(actor.organization_id):
        place = (actor.organization_id, actor.project_id)
        server = mcp_servers_of(*place).filter(id=server_id).first()
        if server is None:
            raise NotFound
        known = imported_tools(*place, server_id)
        return [
            _make(actor, server, offer, known, each, f"tools.{place_in_list}")
            for place_in_list, each in enumerate(chosen)
        ]


def _make(
    actor: Actor,
    server: McpServer,
    offer: Offer,
    known: dict[str, list[ImportedTool]],
    chosen: ChosenTool,
    field: str,
) -> MadeTool:
    offered = _offered(offer, chosen, field)
    before = next((each for each in known.get(chosen.tool, ()) if each.name == chosen.name), None)
    try:
        if before is not None and before.mcp.definition_digest == offered.definition_digest:
            _end_quarantine(actor, before)
            return MadeTool(before.tool_id, before.name, is_new=False, is_changed=False)
        if before is not None:
            given = Given(content=_renewed(server, offered, before, chosen))
            save_draft(actor=actor, kind=Kind.TOOL, object_id=before.tool_id, given=given, seen=0)
            return MadeTool(before.tool_id, before.name, is_new=False)
        content = content_of_tool(
            server.name,
            offered,
            chosen.effect or effect_of(offered, is_trusted=server.is_trusted),
            chosen.risk or risk_of(offered, is_trusted=server.is_trusted),
        )
        row = create_object(actor=actor, kind=Kind.TOOL, name=chosen.name, given=Given(content=content))
        return MadeTool(row.id, row.name, is_new=True)
    except BatonError as error:
        if error.field == "name":
            error.field = f"{field}.name"
        raise


def _end_quarantine(actor: Actor, before: ImportedTool) -> None:
    """A builder has looked, and the server says again what was imported."""
    rows = ToolQuarantine.objects.filter(organization_id=actor.organization_id, version_id=before.version_id)
    if rows.delete()[0]:
        record(
            actor=actor,
            action="tools:end_quarantine",
            object_kind=Kind.TOOL.value,
            object_id=before.tool_id,
            detail={"name": before.name, "version": before.number},
        )


def _offered(offer: Offer, chosen: ChosenTool, field: str) -> OfferedTool:
    found = offer.tool(chosen.tool)
    if found is None:
        dropped = next((each for each in offer.dropped if each.name == chosen.tool), None)
        why = f"cannot be used: {dropped.message}" if dropped else "is not offered by the server."
        message = f"The tool {chosen.tool[:150]!r} {why}"
        raise Unprocessable("invalid_reference", message, field=f"{field}.tool")
    if found.definition_digest != chosen.definition_digest:
        message = f"The server says something else of {chosen.tool!r} by now: look at it again."
        details = {"digest": found.definition_digest}
        raise Conflict("digest_mismatch", message, field=f"{field}.definition_digest", details=details)
    return found


def _renewed(
    server: McpServer, offered: OfferedTool, before: ImportedTool, chosen: ChosenTool
) -> dict[str, Any]:
    spec = before.spec
    content = content_of_tool(
        server.name, offered, chosen.effect or spec.effect_class, chosen.risk or spec.shown_risk
    )
    return {**content, **({"sentence": spec.sentence} if spec.sentence else {})}
