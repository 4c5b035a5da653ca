"""What an MCP server offers, beside what the project has of it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from agents_app.selectors.mcp_tools import ImportedTool
from agents_app.tools.mcp.offered import Offer, OfferedTool
from agents_app.tools.mcp.proposal import effect_of, risk_of, tool_name
from orchestration.tries.look_at_server import PreparedLook

type Known = Mapping[str, Sequence[ImportedTool]]


def proposed_names(server: str, offer: Offer, known: Known) -> dict[str, str]:
    """A name of the project for each tool of the server: the one it has, or a new one."""
    names: dict[str, str] = {}
    for tool in offer.tools:
        imported = known.get(tool.name, ())
        taken = set(names.values())
        names[tool.name] = imported[0].name if imported else tool_name(server, tool.name, taken)
    return names


def show_offer(prepared: PreparedLook, offer: Offer, known: Known, taken: Collection[str]) -> dict[str, Any]:
    """`taken`: names of tools that the project has."""
    names = proposed_names(prepared.server.name, offer, known)
    offered = {tool.name for tool in offer.tools}
    return {
        "ok": True,
        "tools": [
            _tool(tool, names[tool.name], known.get(tool.name, ()), prepared, taken) for tool in offer.tools
        ],
        "dropped": [
            {"tool": each.name, "code": each.code, "message": each.message} for each in offer.dropped
        ],
        "gone": [
            {"id": each.tool_id, "name": each.name, "tool": remote}
            for remote, imported in sorted(known.items())
            if offer.is_complete and remote not in offered
            for each in imported
        ],
        "is_complete": offer.is_complete,
    }


def _tool(
    tool: OfferedTool,
    name: str,
    imported: Sequence[ImportedTool],
    prepared: PreparedLook,
    taken: Collection[str],
) -> dict[str, Any]:
    hide = prepared.secrets.hide
    return {
        "tool": tool.name,
        "title": hide(tool.title),
        "description": hide(tool.description),
        "input_schema": dict(tool.input_schema),
        "output_schema": dict(tool.output_schema) if tool.output_schema is not None else None,
        "annotations": dict(tool.hints),
        "definition_digest": tool.definition_digest,
        "notes": list(tool.notes),
        "name": name,
        "exists": not imported and name in taken,
        "effect": effect_of(tool, is_trusted=prepared.is_trusted).value,
        "risk": risk_of(tool, is_trusted=prepared.is_trusted).value,
        "imported": [
            {
                "id": each.tool_id,
                "name": each.name,
                "version": each.number,
                "is_current": each.mcp.definition_digest == tool.definition_digest,
            }
            for each in imported
        ],
    }
