"""REST: which model providers do not answer."""

from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.schema import describe
from baton.api.views import BatonView
from baton.tenancy.scope import organization_scope
from orchestration.api.outage_serializers import Outages
from orchestration.selectors.outages import outages


class ProviderOutages(BatonView):
    """Outages of the model connections of a project."""

    scopes = {"GET": "runs:read"}

    @describe(name="list_outages", summary="List the providers that do not answer", answer=Outages)
    def get(self, request: Request) -> Response:
        """Each ends by itself with the first answer. A list as short as the project's connections."""
        with organization_scope(self.actor.organization_id):
            return Response({"items": outages(self.actor.organization_id, self.actor.project_id)})
