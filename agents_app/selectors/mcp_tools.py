"""The tools of a project that are tools of MCP servers. The caller holds the organization's scope."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from agents_app.models import ToolQuarantine, ToolVersion
from agents_app.spec import McpSpec, ToolSpec


@dataclass(frozen=True, slots=True)
class ImportedTool:
    """The newest version of a tool of a server."""

    tool_id: UUID
    version_id: UUID
    name: str
    number: int
    spec: ToolSpec
    mcp: McpSpec


def imported_tools(organization_id: UUID, project_id: UUID, server_id: UUID) -> dict[str, list[ImportedTool]]:
    """By what the server calls them: a tool may be imported under several names."""
    versions = ToolVersion.objects.filter(organization_id=organization_id, tool__project_id=project_id)
    newest = versions.order_by("tool_id", "-number").distinct("tool_id").select_related("tool")
    found: dict[str, list[ImportedTool]] = {}
    for version in newest:
        if version.spec.get("mcp", {}).get("server_id") != str(server_id):
            continue
        spec = ToolSpec.model_validate(version.spec)
        assert spec.mcp is not None
        imported = ImportedTool(
            version.tool_id, version.id, version.tool.name, version.number, spec, spec.mcp
        )
        found.setdefault(spec.mcp.tool, []).append(imported)
    return found


def quarantines_of(organization_id: UUID, version_ids: Iterable[UUID]) -> dict[UUID, str]:
    """Of these versions those that no call starts of any more, with what is different."""
    rows = ToolQuarantine.objects.filter(organization_id=organization_id, version_id__in=list(version_ids))
    return dict(rows.values_list("version_id", "message"))
