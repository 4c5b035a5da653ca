"""REST: what an MCP server offers, and drafts of tools of what is chosen."""

from typing import Any
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.mcp_tools import imported_tools
from agents_app.selectors.objects import rows_of
from agents_app.services.import_mcp import ChosenTool, MadeTool, import_tools
from agents_app.spec import EffectClass, Risk
from agents_app.tools.mcp.offered import Offer
from baton.api.idempotency import key_of, run_once
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.core.errors import Unprocessable
from baton.egress.allow import AllowList
from baton.tenancy.scope import organization_scope
from orchestration.api.mcp_serializers import LOOKED_AT_MCP_SERVER, ImportedMcpTools, ImportMcpTools
from orchestration.api.mcp_shapes import proposed_names, show_offer
from orchestration.tries.look_at_server import PreparedLook, RefusedLook, look, note_look, prepare_look
from orchestration.tries.slots import one_slot


class _Looking(BatonView):
    """Asks a server what it offers."""

    scopes = {}

    def look(self, server_id: UUID) -> tuple[PreparedLook, Offer | RefusedLook]:
        """At most as long as the server may take, and of few at once."""
        allow = AllowList.parse(settings.BATON.baton_egress_allow)
        with one_slot():
            prepared = prepare_look(actor=self.actor, server_id=server_id)
            found = look(prepared, allow)
        note_look(actor=self.actor, prepared=prepared, found=found)
        return prepared, found


class McpServerLook(_Looking):
    """What a server offers now."""

    scopes = {"POST": "tools:edit"}

    @describe(
        name="look_at_mcp_server",
        summary="See which tools an MCP server offers",
        body=None,
        answer=LOOKED_AT_MCP_SERVER,
        errors=["rate_limited"],
    )
    def post(self, request: Request, mcp_server_id: UUID) -> Response:
        """It is asked now, with its key and through the same door as a call. Each tool is a proposal, or says
        why it cannot be used. What the server refuses is an answer. Nothing is kept."""
        prepared, found = self.look(mcp_server_id)
        if isinstance(found, RefusedLook):
            return Response({"ok": False, "code": found.code, "message": found.message})
        organization, project = self.actor.organization_id, self.actor.project_id
        with organization_scope(organization):
            known = imported_tools(organization, project, mcp_server_id)
            names = proposed_names(prepared.server.name, found, known).values()
            tools = rows_of(KINDS[Kind.TOOL], organization, project)
            taken = set(tools.filter(name__in=list(names)).values_list("name", flat=True))
        return Response(show_offer(prepared, found, known, taken))


class McpServerImport(_Looking):
    """Tools of what was chosen."""

    scopes = {"POST": "tools:edit"}

    @describe(
        name="import_mcp_tools",
        summary="Make drafts of tools out of tools of an MCP server",
        body=ImportMcpTools,
        answer=ImportedMcpTools,
        status=201,
        errors=[
            "already_exists",
            "digest_mismatch",
            "idempotency_in_progress",
            "idempotency_key_reused",
            "invalid_name",
            "invalid_reference",
            "mcp_failed",
            "rate_limited",
            "version_conflict",
        ],
        idempotent=True,
    )
    def post(self, request: Request, mcp_server_id: UUID) -> Response:
        """All of them or none, with what the server says now, if that is still what was looked at. One that
        was imported before gets a draft; what a person said of its effect and risk stays."""
        chosen = [_chosen(each) for each in read_body(request, ImportMcpTools)["tools"]]
        key_of(request)  # one that is none is refused before anything leaves
        _, found = self.look(mcp_server_id)
        if isinstance(found, RefusedLook):
            details = {"code": found.code}
            raise Unprocessable("mcp_failed", f"The server: {found.message}", details=details)

        def work() -> dict[str, Any]:
            made = import_tools(actor=self.actor, server_id=mcp_server_id, offer=found, chosen=chosen)
            return {"tools": [_made(each) for each in made]}

        return run_once(request, work)


def _made(tool: MadeTool) -> dict[str, Any]:
    return {"id": tool.id, "name": tool.name, "is_new": tool.is_new, "is_changed": tool.is_changed}


def _chosen(given: dict[str, Any]) -> ChosenTool:
    effect, risk = given.get("effect"), given.get("risk")
    return ChosenTool(
        tool=given["tool"],
        name=given["name"],
        definition_digest=given["definition_digest"],
        effect=EffectClass(effect) if effect else None,
        risk=Risk(risk) if risk else None,
    )
