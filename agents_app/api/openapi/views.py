"""REST: what an OpenAPI document offers, and drafts of tools of what is chosen."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.openapi.serializers import ImportedTools, ImportOpenApi, OpenApiRead, ReadOpenApi
from agents_app.kinds import Kind
from agents_app.openapi import Imported, read_openapi
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import rows_of
from agents_app.services.import_openapi import Chosen, import_operations
from agents_app.spec import EffectClass, Risk
from baton.api.idempotency import run_once
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.tenancy.scope import organization_scope


class OpenApiDocument(BatonView):
    """A document that nobody keeps."""

    scopes = {"POST": "tools:edit"}

    @describe(
        name="read_openapi",
        summary="See which tools an OpenAPI document offers",
        body=ReadOpenApi,
        answer=OpenApiRead,
        errors=["invalid_openapi", "body_too_large"],
    )
    def post(self, request: Request) -> Response:
        """Each operation is a proposal for a tool, or says why it is none. Nothing is kept or fetched."""
        body = read_body(request, ReadOpenApi)
        imported = read_openapi(body["document"], body.get("variable", body.get("base_url")))
        names = {each.name for each in imported.operations}
        with organization_scope(self.actor.organization_id):
            tools = rows_of(KINDS[Kind.TOOL], self.actor.organization_id, self.actor.project_id)
            taken = set(tools.filter(name__in=names).values_list("name", flat=True))
        return Response(_show(imported, taken))


class OpenApiImport(BatonView):
    """Tools of what was chosen."""

    scopes = {"POST": "tools:edit"}

    @describe(
        name="import_openapi",
        summary="Make drafts of tools out of an OpenAPI document",
        body=ImportOpenApi,
        answer=ImportedTools,
        status=201,
        errors=[
            "already_exists",
            "body_too_large",
            "idempotency_in_progress",
            "idempotency_key_reused",
            "invalid_name",
            "invalid_openapi",
            "invalid_reference",
        ],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """All of them or none. They are drafts: look at each before it is published."""
        body = read_body(request, ImportOpenApi)
        chosen = [_chosen(each) for each in body["operations"]]

        def work() -> dict[str, Any]:
            rows = import_operations(
                actor=self.actor, document=body["document"], base=body["base"], chosen=chosen
            )
            return {"tools": [{"id": row.id, "name": row.name} for row in rows]}

        return run_once(request, work)


def _chosen(given: dict[str, Any]) -> Chosen:
    effect, risk = given.get("effect"), given.get("risk")
    return Chosen(
        key=given["key"],
        name=given["name"],
        effect=EffectClass(effect) if effect else None,
        risk=Risk(risk) if risk else None,
    )


def _show(imported: Imported, taken: set[str]) -> dict[str, Any]:
    return {
        "title": imported.title,
        "version": imported.version,
        "base_urls": list(imported.base_urls),
        "operations": [
            {
                "key": each.key,
                "method": each.method,
                "path": each.path,
                "summary": each.summary,
                "name": each.name,
                "exists": each.name in taken,
                "effect": each.effect.value,
                "risk": each.risk.value,
                "content": each.content,
                "problems": [asdict(problem) for problem in each.problems],
            }
            for each in imported.operations
        ],
        "problems": [asdict(problem) for problem in imported.problems],
    }
