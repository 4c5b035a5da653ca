"""REST: list, read and decide approvals."""

from uuid import UUID

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from baton.api.actor import actor_of
from baton.api.filters import ChoicesFilter, UuidFilter
from baton.api.pagination import PAGE_FILTERS, read_page
from baton.api.preconditions import entity_tag, required_version
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.tenancy.scope import organization_scope
from orchestration.api.approval_serializers import ApprovalDetail, ApprovalSummary, Decide
from orchestration.approvals.services import decide_approval, require_reviewer
from orchestration.engine.states import ApprovalState
from orchestration.selectors.approvals import approval_detail, approval_summary, approvals_of


class Approvals(BatonView):
    """The approvals of a project."""

    scopes = {"GET": "approvals:read"}
    filters = {
        **PAGE_FILTERS,
        "state": ChoicesFilter("Approvals in any of these states.", ApprovalState),
        "run": UuidFilter("Approvals of this run."),
    }

    @describe(
        name="list_approvals", summary="List approvals, newest first", answer=ApprovalSummary, page=True
    )
    def get(self, request: Request) -> Response:
        with organization_scope(self.actor.organization_id):
            rows = approvals_of(
                self.actor.organization_id,
                self.actor.project_id,
                states=self.values.get("state", ()),
                run_id=self.values.get("run"),
            )
            return Response(read_page(rows, self.values, list_name="approvals", show=approval_summary))


class ApprovalView(BatonView):
    """Base of what is about one approval."""

    scopes = {}

    def show(self, approval_id: UUID) -> Response:
        """The card as it is now."""
        with organization_scope(self.actor.organization_id):
            card = approval_detail(self.actor.organization_id, self.actor.project_id, approval_id)
        if card is None:
            raise NotFound
        return Response(card, headers={"ETag": entity_tag(card["version"])})


class OneApproval(ApprovalView):
    """An approval."""

    scopes = {"GET": "approvals:read"}

    @describe(name="get_approval", summary="Get the card of an approval", answer=ApprovalDetail)
    def get(self, request: Request, approval_id: UUID) -> Response:
        return self.show(approval_id)


class ReviewersOnly(BasePermission):
    """A person without the role hears that they are no reviewer, not the name of a scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        require_reviewer(actor_of(request))
        return True


class ApprovalDecision(ApprovalView):
    """The decision about a call."""

    scopes = {"POST": "approvals:decide"}
    permission_classes = [ReviewersOnly]

    @describe(
        name="decide_approval",
        summary="Approve or reject a call",
        body=Decide,
        answer=ApprovalDetail,
        errors=[
            "invalid_decision",
            "not_a_reviewer",
            "approval_already_decided",
            "approval_digest_mismatch",
            "approval_expired",
            "approval_superseded",
            "run_not_waiting",
        ],
        if_match=True,
    )
    def post(self, request: Request, approval_id: UUID) -> Response:
        """Exactly one decision counts. The same one again, by the same actor, is answered with 200."""
        given = read_body(request, Decide)
        decide_approval(
            actor=self.actor,
            approval_id=approval_id,
            decision=given["decision"],
            digest=given["digest"],
            version=required_version(request),
            reason=given["reason"],
        )
        return self.show(approval_id)
