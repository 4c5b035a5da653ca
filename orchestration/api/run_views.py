"""REST: start, list, read, follow and cancel runs."""

from typing import Any
from uuid import UUID

import orjson
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.filters import NumberFilter
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS, read_page
from baton.api.preconditions import entity_tag
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.tenancy.scope import organization_scope
from orchestration.api.run_filters import RUN_FILTERS, wanted_runs
from orchestration.api.run_serializers import (
    BodyShown,
    CancelRun,
    EventPageShown,
    NewRun,
    RunCountsShown,
    RunDetail,
    RunSummary,
)
from orchestration.selectors.events import event_page
from orchestration.selectors.run import run_body, run_detail
from orchestration.selectors.run_counts import count_runs
from orchestration.selectors.runs import run_summary, runs_of, shown_run
from orchestration.services.cancel_run import cancel_run
from orchestration.services.start_run import start_run

MOST_EVENTS = 500
_DEFAULT_EVENTS = 200
_LAST_SEQ = 2**31 - 1


class Runs(BatonView):
    """The runs of a project."""

    scopes = {"GET": "runs:read", "POST": "runs:start"}
    filters = {**PAGE_FILTERS, **RUN_FILTERS}

    @describe(name="list_runs", summary="List runs, newest first", answer=RunSummary, page=True)
    def get(self, request: Request) -> Response:
        with organization_scope(self.actor.organization_id):
            rows = runs_of(self.actor.organization_id, self.actor.project_id, wanted_runs(self.values))
            return Response(read_page(rows, self.values, list_name="runs", show=shown_run))

    @describe(
        name="start_run",
        summary="Start a run",
        body=NewRun,
        answer=RunSummary,
        status=201,
        errors=["invalid_reference", "queue_full"],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """A 201 means that the run is on disk. Follow it by its events, or read it until it ends."""
        given = read_body(request, NewRun)

        def start() -> dict[str, Any]:
            run = start_run(
                actor=self.actor,
                agent=given.get("agent"),
                orchestration=given.get("orchestration"),
                text=given["input"],
                deadline_seconds=given.get("deadline_seconds"),
                step_limit=given.get("step_limit"),
                token_limit=given.get("token_limit"),
            )
            return run_summary(run.organization_id, run.project_id, run.id)

        response = run_once(request, start)
        if response.status_code == 201:
            response["Location"] = f"{request.path}/{response.data['id']}"
        return response


class RunCounts(BatonView):
    """How many runs a list would show."""

    scopes = {"GET": "runs:read"}
    filters = RUN_FILTERS

    @describe(name="count_runs", summary="Count runs by state", answer=RunCountsShown)
    def get(self, request: Request) -> Response:
        """Of the runs that the same filters list, at most the newest 10,000."""
        with organization_scope(self.actor.organization_id):
            counts = count_runs(self.actor.organization_id, self.actor.project_id, wanted_runs(self.values))
        return Response(counts)


class OneRun(BatonView):
    """A run."""

    scopes = {"GET": "runs:read"}

    @describe(name="get_run", summary="Get a run with its steps, calls and approvals", answer=RunDetail)
    def get(self, request: Request, run_id: UUID) -> Response:
        with organization_scope(self.actor.organization_id):
            run = run_detail(self.actor.organization_id, self.actor.project_id, run_id)
        if run is None:
            raise NotFound
        return Response(run, headers={"ETag": entity_tag(run["version"])})


class RunEvents(BatonView):
    """The trace of a run."""

    scopes = {"GET": "runs:read"}
    filters = {
        "after": NumberFilter("Events with a seq above this; 0 unless said.", 0, _LAST_SEQ),
        "limit": NumberFilter(f"Events per page, {_DEFAULT_EVENTS} unless said.", 1, MOST_EVENTS),
    }

    @describe(name="list_run_events", summary="Page through the events of a run", answer=EventPageShown)
    def get(self, request: Request, run_id: UUID) -> Response:
        """A reader that asks again with `after` = its last seq sees every event once, in order."""
        with organization_scope(self.actor.organization_id):
            page = event_page(
                self.actor.organization_id,
                self.actor.project_id,
                run_id,
                after=self.values.get("after", 0),
                limit=self.values.get("limit", _DEFAULT_EVENTS),
            )
        if page is None:
            raise NotFound
        return Response(
            {
                "events": orjson.Fragment(page.events),
                "last_seq": page.last_seq,
                "status": page.status,
                "waiting_for": page.waiting_for,
                "version": page.version,
            },
            headers={"ETag": entity_tag(page.version)},
        )


class OneRunBody(BatonView):
    """A long text of a run."""

    scopes = {"GET": "runs:read"}

    @describe(name="get_run_body", summary="Get a text that an event refers to", answer=BodyShown)
    def get(self, request: Request, run_id: UUID, body_id: UUID) -> Response:
        with organization_scope(self.actor.organization_id):
            body = run_body(self.actor.organization_id, self.actor.project_id, run_id, body_id)
        if body is None:
            raise NotFound
        return Response(body)


class RunCancellation(BatonView):
    """The wish that a run ends."""

    scopes = {"POST": "runs:cancel"}

    @describe(
        name="cancel_run",
        summary="Cancel a run",
        body=CancelRun,
        answer=RunSummary,
        status=202,
        errors=["run_ended"],
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """After a 202 nothing new of the run starts. Cancelling twice is cancelling once."""
        given = read_body(request, CancelRun)
        cancel_run(actor=self.actor, run_id=run_id, reason=given["reason"])
        with organization_scope(self.actor.organization_id):
            run = run_summary(self.actor.organization_id, self.actor.project_id, run_id)
        return Response(run, status=202, headers={"ETag": entity_tag(run["version"])})
