"""`Idempotency-Key`: a creating request that is sent twice happens once, and is answered twice the same.

The key's row is inserted in the transaction of the work. So a twin waits for it, a crash leaves nothing, and
there is never an answer without its work or work without its answer.
"""

import json
from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.actor import actor_of
from baton.api.errors import envelope, status_of
from baton.api.models import IdempotencyKey
from baton.api.renderers import dump_json
from baton.audit.context import current
from baton.core.errors import (
    BadInput,
    BatonError,
    Conflict,
    Forbidden,
    TooMany,
    Unauthenticated,
    Unavailable,
    Unprocessable,
)
from baton.core.ids import new_id
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
MAX_LENGTH = 255
WAIT_SECONDS = 2
_LOCK_TIMEOUT = "55P03"
_TRY_AGAIN = (TooMany, Unavailable, Unauthenticated, Forbidden)
_CLAIM = """
insert into api_idempotencykey (id, organization_id, credential, key, fingerprint, status)
values (%s, %s, %s, %s, %s, 0)
on conflict (organization_id, credential, key) do nothing
returning id
"""


def run_once(
    request: Request,
    work: Callable[[], dict[str, Any]],
    *,
    status: int = 201,
    shown_once: Collection[str] = (),
) -> Response:
    """Answer a creating POST with what `work` returns, once per key.

    `work` runs in the transaction and scope of the actor's organization. An expected failure (BatonError)
    is remembered as an answer too, without what the work had written; an unexpected one leaves no trace.
    Fields that are `shown_once` are not remembered: the second time they are null.
    """
    actor = actor_of(request)
    key = key_of(request)
    with organization_scope(actor.organization_id):
        if key is None:
            return Response(work(), status=status)
        fingerprint = fingerprint_of(request, actor)
        row_id = claim_key(actor, key, fingerprint)
        if row_id is None:
            return _replay(actor, key, fingerprint)
        answer, answer_status = _perform(work, status)
        kept = {name: None if name in shown_once else value for name, value in answer.items()}
        IdempotencyKey.objects.filter(organization_id=actor.organization_id, id=row_id).update(
            status=answer_status, response=kept
        )
    return _respond(answer, answer_status)


def key_of(request: Request) -> str | None:
    """The key of a request, or None. Raises BadInput for one that is none."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_LENGTH or not key.isascii() or not key.isprintable() or key.isspace():
        message = f"{HEADER} is 1 to {MAX_LENGTH} printable ASCII characters."
        raise BadInput("invalid_idempotency_key", message, field=HEADER)
    return key


def fingerprint_of(request: Request, actor: Actor) -> str:
    """The same request to the same project has the same; the order of keys in its JSON does not count.

    Keyed, since a body may hold a secret: whoever reads the table cannot try out what it was.
    """
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    whole = f"{actor.project_id}\n{request.method}\n{request.get_full_path()}\n{body}"
    return salted_hmac("baton.idempotency", whole, algorithm="sha256").hexdigest()


def _credential(actor: Actor) -> str:
    return f"{actor.kind}:{actor.id}"


def claim_key(actor: Actor, key: str, fingerprint: str) -> UUID | None:
    """The id of the new row, or None where the key is there already. Waits for a twin that is at work."""
    row_id = new_id()
    values: list[Any] = [row_id, actor.organization_id, _credential(actor), key, fingerprint]
    try:
        with connection.cursor() as cursor:
            cursor.execute("select set_config('lock_timeout', %s, true)", [f"{WAIT_SECONDS}s"])
            cursor.execute(_CLAIM, values)
            inserted = cursor.fetchone() is not None
            cursor.execute("set local lock_timeout to default")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != _LOCK_TIMEOUT:
            raise
        message = "The first request with this key is still being worked on."
        raise Conflict("idempotency_in_progress", message, retry_after=WAIT_SECONDS) from None
    return row_id if inserted else None


def require_same(actor: Actor, key: str, fingerprint: str) -> IdempotencyKey:
    """The row of a key that is taken. Raises Unprocessable where it was taken for another request."""
    row = IdempotencyKey.objects.get(
        organization_id=actor.organization_id, credential=_credential(actor), key=key
    )
    if row.fingerprint != fingerprint:
        message = "This key was used for another request; a new request needs a new key."
        raise Unprocessable("idempotency_key_reused", message, field=HEADER)
    return row


def _replay(actor: Actor, key: str, fingerprint: str) -> Response:
    row = require_same(actor, key, fingerprint)
    response = _respond(row.response, row.status)
    response[REPLAYED] = "true"
    return response


def _perform(work: Callable[[], dict[str, Any]], status: int) -> tuple[dict[str, Any], int]:
    """What to answer, as plain JSON, with its status."""
    try:
        with transaction.atomic():
            answer = work()
    except _TRY_AGAIN:
        raise  # true now, perhaps not later: the same key may be used again
    except BatonError as error:
        return envelope(error, ""), status_of(error)
    plain: dict[str, Any] = json.loads(dump_json(answer))
    return plain, status


def _respond(answer: Any, status: int) -> Response:
    """An answer as stored; a refusal is given under the id of the request that hears it."""
    if status < 400:
        return Response(answer, status=status)
    error = dict(answer["error"], request_id=current().request_id)
    return Response({"error": error}, status=status)
