"""REST: a run as of one of its events, to go on from live."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.schema import describe
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.tenancy.scope import organization_scope
from orchestration.api.snapshot_serializers import SnapshotShown
from orchestration.selectors.snapshot import run_snapshot


class RunSnapshot(BatonView):
    """A run as a live page begins with it."""

    scopes = {"GET": "runs:read"}

    @describe(
        name="get_run_snapshot", summary="Get a run as its events up to a seq add up", answer=SnapshotShown
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        """At most 2,000 steps, calls and approvals; of a longer run its beginning, which `truncated` says."""
        with organization_scope(self.actor.organization_id):
            snapshot = run_snapshot(self.actor.organization_id, self.actor.project_id, run_id)
        if snapshot is None:
            raise NotFound
        return Response(snapshot.to_json())
