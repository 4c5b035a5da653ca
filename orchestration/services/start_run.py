"""Start a run: pin the live version of an agent or an orchestration and promise the first ring, all in one
transaction."""

import json
import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from agents_app.spec import Limits
from baton.audit.record import record
from baton.core.clock import to_rfc3339
from baton.core.errors import TooMany, Unprocessable
from baton.core.text import is_clean
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.announce import announce_run
from orchestration.engine.states import RunStatus
from orchestration.models import Run, Task
from orchestration.services.targets import Target, find_target

MAX_INPUT_BYTES = 1024 * 1024
QUEUE_RETRY_SECONDS = 10
_FULL_QUEUE = """
select quota.most
from (select coalesce(max_queued, %(unsaid)s) as most
        from tenancy_organization where id = %(organization)s) quota
where exists (select from orchestration_run
                where organization_id = %(organization)s and status = %(queued)s
                offset quota.most - 1 limit 1)
"""
"""One row, how many may be queued, where so many are."""


def start_run(
    *,
    actor: Actor,
    agent: str | None = None,
    orchestration: str | None = None,
    text: str,
    deadline_seconds: float | None = None,
    step_limit: int | None = None,
    token_limit: int | None = None,
) -> Run:
    """The new run, queued, of either an agent or an orchestration, by its id or its exact name. A limit left
    out is its own."""
    actor.require("runs:start")
    _check_input(text)
    with organization_scope(actor.organization_id):
        target = find_target(actor, agent, orchestration)
        own = target.limits
        _refuse_wider("deadline_seconds", deadline_seconds, own.deadline_seconds)
        _refuse_wider("step_limit", step_limit, own.steps)
        _refuse_wider("token_limit", token_limit, own.tokens)
        limits = Limits(steps=step_limit or own.steps, tokens=token_limit or own.tokens)
        time = timedelta(seconds=deadline_seconds or own.deadline_seconds)
        _refuse_full_queue(actor)
        run = _insert(actor, target, text, limits, time)
        _open(run, _run_created(actor, target, run))
        record(
            actor=actor,
            action="runs:start",
            object_kind="run",
            object_id=run.id,
            detail={target.kind: target.name, "version": target.version.number},
        )
        announce_run(run)
    return run


def _check_input(text: str) -> None:
    if not text.strip():
        raise Unprocessable("invalid_value", "The input is empty.", field="input")
    if not is_clean(text):
        message = "The input holds NUL or half of a surrogate pair."
        raise Unprocessable("invalid_character", message, field="input")
    if len(text.encode()) > MAX_INPUT_BYTES:
        raise Unprocessable(
            "invalid_value", f"The input is larger than {MAX_INPUT_BYTES} bytes.", field="input"
        )


def _refuse_wider(field: str, wanted: float | None, allowed: float | None) -> None:
    """A run may have tighter limits than its agent, never wider ones: those are the builder's to give."""
    if wanted is None:
        return
    if wanted <= 0:
        raise Unprocessable("invalid_value", f"{field} is more than nothing, not {wanted}.", field=field)
    if allowed is not None and wanted > allowed:
        message = f"This agent allows {field} up to {allowed}, not {wanted}."
        raise Unprocessable("invalid_value", message, field=field)


def _refuse_full_queue(actor: Actor) -> None:
    """A quota, not a promise: runs started in the same instant may go over it by a few."""
    values: dict[str, Any] = {
        "organization": actor.organization_id,
        "unsaid": settings.BATON.baton_max_queued,
        "queued": RunStatus.QUEUED.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(_FULL_QUEUE, values)
        row = cursor.fetchone()
    if row is not None:
        raise TooMany(
            "queue_full",
            f"{row[0]} runs of this organization are queued already.",
            retry_after=QUEUE_RETRY_SECONDS,
        )


def _insert(actor: Actor, target: Target, text: str, limits: Limits, time: timedelta) -> Run:
    """The run and its root task. The deadline is told by the database's clock alone."""
    run = Run.objects.create(
        organization_id=actor.organization_id,
        project_id=actor.project_id,
        **target.columns,
        input=text,
        requester_kind=actor.kind,
        requester_id=actor.id,
        requester_name=actor.name,
        trace_id=secrets.token_hex(16),
        step_limit=limits.steps,
        token_limit=limits.tokens,
        deadline_at=Now() + time,
    )
    Task.objects.create(
        organization_id=actor.organization_id,
        run=run,
        kind=target.root_kind,
        agent_version_id=run.agent_version_id,
        contract={"input": text},
    )
    return run


def _run_created(actor: Actor, target: Target, run: Run) -> dict[str, Any]:
    """The payload of the first event."""
    return {
        **target.in_event(actor.organization_id),
        "input": run.input,
        "requester": {"kind": actor.kind, "id": str(actor.id), "name": actor.name},
        "deadline_at": to_rfc3339(run.deadline_at),
        "limits": {"steps": run.step_limit, "tokens": run.token_limit},
    }


def _open(run: Run, payload: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select kernel.open_run(%s, %s::jsonb)", [run.id, json.dumps(payload)])
    run.last_seq = 1
