"""The anchors of the API bench: the same rows read and written by views that do nothing else.

They run as the owner of the tables, for whom no row-level security holds.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from agents_app.models import Agent
from orchestration.models import Run, Task, TraceEvent

_FACTS = (
    "id", "project_id", "status", "waiting_for", "agent_id", "agent_version_id", "error_code", "error_message",
    "requester_kind", "requester_id", "requester_name", "trace_id", "step_limit", "token_limit", "steps_used",
    "tokens_used", "deadline_at", "created_at", "started_at", "ended_at", "last_seq", "claims", "version",
    "input", "output",
)  # fmt: skip


def _json(value: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(orjson.dumps(value), status=status, content_type="application/json")


def _runs() -> Any:
    return Run.objects.values(*_FACTS, agent_name=F("agent__name"), agent_number=F("agent_version__number"))


def constant(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


def one_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """The row and its events, as they stand in the tables."""
    run = _runs().get(id=run_id)
    events = TraceEvent.objects.filter(run_id=run_id).order_by("seq")
    return _json({**run, "events": list(events.values("seq", "kind", "payload", "at"))})


def runs(request: HttpRequest) -> HttpResponse:
    """The list, and a start: run and root task in one transaction, without an event."""
    if request.method == "POST":
        return _start(orjson.loads(request.body))
    rows = _runs().filter(project_id=request.GET["project"]).order_by("-id")
    return _json({"items": list(rows[:50])})


def _start(given: dict[str, str]) -> HttpResponse:
    with transaction.atomic():
        agent = Agent.objects.get(name=given["agent"])
        run = Run.objects.create(
            organization_id=agent.organization_id,
            project_id=agent.project_id,
            agent_id=agent.id,
            agent_version_id=agent.live_version_id,
            input=given["input"],
            requester_kind="user",
            requester_id=agent.id,
            requester_name="nobody",
            trace_id=secrets.token_hex(16),
            step_limit=10,
            deadline_at=datetime.now(UTC) + timedelta(days=1),
        )
        Task.objects.create(
            organization_id=agent.organization_id,
            run_id=run.id,
            kind="converse",
            agent_version_id=agent.live_version_id,
            contract={"input": given["input"]},
        )
    return _json({"id": run.id, "status": run.status}, 201)


def events(request: HttpRequest, run_id: UUID) -> HttpResponse:
    rows = TraceEvent.objects.filter(run_id=run_id).order_by("seq")
    return _json({"events": list(rows.values("seq", "kind", "payload", "at")[:200])})


urlpatterns = [
    path("constant", constant),
    path("runs", runs),
    path("runs/<uuid:run_id>", one_run),
    path("runs/<uuid:run_id>/events", events),
]
