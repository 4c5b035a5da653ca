"""A request that does something outside, once: its key is on disk before anything leaves.

Work inside of the database needs `run_once`. What leaves cannot be rolled back, so here the key is committed
first, the effect follows without a transaction, and its answer is stored behind it. A crash in between leaves
a key without an answer: it is told as such and never sent again.
"""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models.functions import Now
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.actor import actor_of
from baton.api.idempotency import (
    HEADER,
    REPLAYED,
    WAIT_SECONDS,
    claim_key,
    fingerprint_of,
    key_of,
    require_same,
)
from baton.api.models import IdempotencyKey
from baton.api.renderers import dump_json
from baton.core.errors import BadInput, Conflict
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

LONGEST: Final = timedelta(seconds=60)
"""Whoever has not answered by then never will: their process is gone."""
_LOOK_SECONDS: Final = 0.1
_DONE: Final = 200


def run_effect[Prepared, Result](
    request: Request,
    *,
    begin: Callable[[], Prepared],
    effect: Callable[[Prepared], Result],
    end: Callable[[Prepared, Result], dict[str, Any]],
) -> Response:
    """Answer with what `end` returns, once per key.

    `begin` runs in the transaction that takes the key: what it refuses leaves the key free. `effect` runs in
    none, and must not raise for what happens outside. `end` runs in the transaction that stores the answer.
    """
    actor = actor_of(request)
    key = key_of(request)
    if key is None:
        message = f"Send a new {HEADER} with each thing that is to happen once."
        raise BadInput("idempotency_key_required", message, field=HEADER)
    fingerprint = fingerprint_of(request, actor)
    with organization_scope(actor.organization_id):
        row_id = claim_key(actor, key, fingerprint)
        begun = [begin()] if row_id is not None else []
    if row_id is None:
        return _replay(actor, key, fingerprint)
    (prepared,) = begun
    result = effect(prepared)
    with organization_scope(actor.organization_id):
        answer: dict[str, Any] = json.loads(dump_json(end(prepared, result)))
        _store(actor, row_id, answer)
    return Response(answer, status=_DONE)


def _store(actor: Actor, row_id: UUID, answer: dict[str, Any]) -> None:
    IdempotencyKey.objects.filter(organization_id=actor.organization_id, id=row_id).update(
        status=_DONE, response=answer
    )


def _replay(actor: Actor, key: str, fingerprint: str) -> Response:
    """The answer that was given, waited for a moment where the first request is still at work."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        with organization_scope(actor.organization_id):
            row = require_same(actor, key, fingerprint)
            is_lost = (
                IdempotencyKey.objects.filter(organization_id=actor.organization_id, id=row.id)
                .filter(status=0, created_at__lt=Now() - LONGEST)
                .exists()
            )
        if row.status:
            response = Response(row.response, status=row.status)
            response[REPLAYED] = "true"
            return response
        if is_lost:
            message = "The first request with this key ended without an answer: it may have been sent."
            raise Conflict("outcome_unknown", message)
        if time.monotonic() >= until:
            message = "The first request with this key is still being worked on."
            raise Conflict("idempotency_in_progress", message, retry_after=WAIT_SECONDS)
        time.sleep(_LOOK_SECONDS)
