"""REST: list, read and decide approvals."""

from uuid import UUID

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents_app.spec import Risk
from baton.api.actor import actor_of
from baton.api.filters import ChoiceFilter, ChoicesFilter, InstantFilter, TextFilter, UuidFilter
from baton.api.pagination import NEWEST_FIRST, PAGE_FILTERS, PageOrder, read_page
from baton.api.preconditions import entity_tag, required_version
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.core.errors import BadInput, NotFound
from baton.tenancy.scope import organization_scope
from orchestration.api.approval_serializers import ApprovalCounts, ApprovalDetail, ApprovalSummary, Decide
from orchestration.approvals.services import decide_approval, require_reviewer, undo_decision
from orchestration.engine.states import ApprovalState
from orchestration.selectors.approvals import (
    ApprovalFilter,
    ApprovalSort,
    approval_counts,
    approval_detail,
    approval_summary,
    approvals_of,
)

_MOST_URGENT_FIRST = PageOrder(("expires_at", "id"), descending=False)


class Approvals(BatonView):
    """The approvals of a project."""

    scopes = {"GET": "approvals:read"}
    filters = {
        **PAGE_FILTERS,
        "state": ChoicesFilter("Approvals in any of these states.", ApprovalState),
        "run": UuidFilter("Approvals of this run."),
        "risk": ChoicesFilter("Approvals of any of these risks.", Risk),
        "tool": TextFilter("Approvals of calls of this tool, by its name."),
        "decided_by": UuidFilter("Approvals that this person or API key has decided."),
        "q": TextFilter(
            "Approvals in which each of these words stands: in the sentence, the arguments, or the name of "
            "tool, agent or requester."
        ),
        "sort": ChoiceFilter(
            "`newest` first, unless said; or `urgent`: what is pending, and of it what expires first.",
            ApprovalSort,
        ),
    }

    @describe(name="list_approvals", summary="List approvals", answer=ApprovalSummary, page=True)
    def get(self, request: Request) -> Response:
        urgent = self.values.get("sort") == ApprovalSort.URGENT
        with organization_scope(self.actor.organization_id):
            rows = approvals_of(self.actor.organization_id, self.actor.project_id, self._wanted(urgent))
            order = _MOST_URGENT_FIRST if urgent else NEWEST_FIRST
            return Response(
                read_page(rows, self.values, list_name="approvals", order=order, show=approval_summary)
            )

    def _wanted(self, urgent: bool) -> ApprovalFilter:
        states = self.values.get("state", ())
        if urgent:
            if states not in ((), [ApprovalState.PENDING.value]):
                raise BadInput("invalid_filter", "Only what is pending can be urgent.", field="sort")
            states = [ApprovalState.PENDING.value]
        return ApprovalFilter(
            states=states,
            risks=self.values.get("risk", ()),
            run_id=self.values.get("run"),
            tool=self.values.get("tool"),
            decided_by=self.values.get("decided_by"),
            words=self.values.get("q"),
        )


class CountsOfApprovals(BatonView):
    """How many wait."""

    scopes = {"GET": "approvals:read"}
    filters = {"since": InstantFilter("When your day began; midnight in UTC, unless said.")}

    @describe(name="count_approvals", summary="Count what waits for a decision", answer=ApprovalCounts)
    def get(self, request: Request) -> Response:
        with organization_scope(self.actor.organization_id):
            return Response(approval_counts(self.actor, self.values.get("since")))


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

    scopes = {"POST": "approvals:decide", "DELETE": "approvals:decide"}
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
        """Exactly one decision counts. The same one again, by the same actor, is answered with 200.

        Where the card has a `grace_seconds`, the decision is `held` and can be taken back until `starts_at`.
        """
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

    @describe(
        name="undo_decision",
        summary="Take a decision back in its grace",
        answer=ApprovalDetail,
        errors=[
            "not_a_reviewer",
            "not_your_decision",
            "too_late_to_undo",
            "approval_expired",
            "approval_superseded",
            "run_not_waiting",
        ],
    )
    def delete(self, request: Request, approval_id: UUID) -> Response:
        """Nothing has happened, and the card waits as before. Once more, it is answered with 200 as well."""
        undo_decision(actor=self.actor, approval_id=approval_id)
        return self.show(approval_id)
