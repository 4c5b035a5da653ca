"""REST: a project as one file, out and in."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.bundle.serializers import ImportRequest, ProjectExport, ProjectImport
from agents_app.bundle.export_project import export_project
from agents_app.bundle.import_project import Imported, apply_import, plan_import
from agents_app.definition import InvalidDefinition
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.core.errors import Unprocessable
from baton.egress.allow import AllowList


class Export(BatonView):
    """A project as one file."""

    scopes = {"GET": "agents:read"}

    @describe(name="export_project", summary="Export everything that is live", answer=ProjectExport)
    def get(self, request: Request) -> Response:
        """Without secrets, drafts and archived things. Also needs `tools:read` and `policies:read`."""
        actor = self.actor
        return Response(asdict(export_project(actor=actor, project_id=actor.project_id)))


class Import(BatonView):
    """One file taken over."""

    scopes = {"POST": "agents:publish"}

    @describe(
        name="import_project",
        summary="Say what a file would change, or take it over",
        body=ImportRequest,
        answer=ProjectImport,
        errors=["invalid_definition"],
    )
    def post(self, request: Request) -> Response:
        """With `apply` everything in one transaction, or 422 with `details.problems`. Nothing is deleted.

        Also needs `tools:edit`, `policies:edit` and `secrets:manage`.
        """
        wanted = read_body(request, ImportRequest)
        actor = self.actor
        take_over = apply_import if wanted["apply"] else plan_import
        try:
            imported = take_over(
                actor=actor,
                project_id=actor.project_id,
                text=wanted["text"],
                allow=AllowList.parse(settings.BATON.baton_egress_allow),
            )
        except InvalidDefinition as error:
            details = {"problems": [each.to_json() for each in error.diagnostics]}
            raise Unprocessable(error.code, error.message, details=details) from None
        return Response(_shown(imported))


def _shown(imported: Imported) -> dict[str, Any]:
    return {**asdict(imported), "problems": [each.to_json() for each in imported.problems]}
