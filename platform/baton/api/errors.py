"""One table from code to HTTP status, and one envelope for every refusal.

`{"error": {"code", "message", "request_id", "field"?, "retry_after"?, "details"?}}`. Codes are public and
stable: a client branches on them, so one is added here before it is raised where REST can see it.
"""

import math
from http import HTTPStatus
from typing import Any

from baton.core.errors import (
    BadInput,
    BatonError,
    Conflict,
    Forbidden,
    Gone,
    NotFound,
    Precondition,
    TooLarge,
    TooMany,
    Unauthenticated,
    Unavailable,
    Unprocessable,
    UnsupportedMedia,
)

STATUS_OF_CODE: dict[str, int] = {
    "ambiguous_credentials": 400,
    "bad_host": 400,
    "bad_request": 400,
    "duplicate_key": 400,
    "idempotency_key_required": 400,
    "invalid_cursor": 400,
    "invalid_decision": 400,
    "invalid_filter": 400,
    "invalid_idempotency_key": 400,
    "invalid_json": 400,
    "invalid_number": 400,
    "project_required": 400,
    "too_deep": 400,
    "unknown_field": 400,
    "invalid_api_key": 401,
    "csrf_failed": 403,
    "forbidden": 403,
    "insufficient_scope": 403,
    "not_a_reviewer": 403,
    "not_your_decision": 403,
    "self_approval_forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "timeout": 408,
    "already_exists": 409,
    "approval_already_decided": 409,
    "approval_digest_mismatch": 409,
    "approval_superseded": 409,
    "archived": 409,
    "denied_by_policy": 409,
    "digest_mismatch": 409,
    "duplicate_vote": 409,
    "idempotency_in_progress": 409,
    "in_use": 409,
    "key_ended": 409,
    "nothing_to_publish": 409,
    "outcome_unknown": 409,
    "run_ended": 409,
    "run_not_waiting": 409,
    "too_late_to_undo": 409,
    "tool_withdrawn": 409,
    "approval_expired": 410,
    "version_conflict": 412,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "blocked_address": 422,
    "host_not_allowed": 422,
    "idempotency_key_reused": 422,
    "invalid_character": 422,
    "invalid_definition": 422,
    "invalid_header": 422,
    "invalid_name": 422,
    "invalid_openapi": 422,
    "invalid_reference": 422,
    "invalid_url": 422,
    "invalid_value": 422,
    "mcp_failed": 422,
    "missing_field": 422,
    "secret_not_allowed": 422,
    "transport_not_allowed": 422,
    "unsafe_integer": 422,
    "precondition_required": 428,
    "queue_full": 429,
    "rate_limited": 429,
    "too_many_streams": 429,
    "internal_error": 500,
    "secrets_unavailable": 503,
    "unavailable": 503,
}

# `account_suspended` is the one code with two answers: 401 for a person, 403 for an organization. So the kind
# of the error decides where the table is silent.
_STATUS_OF_KIND: tuple[tuple[type[BatonError], int], ...] = (
    (BadInput, 400),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (NotFound, 404),
    (Conflict, 409),
    (Gone, 410),
    (Precondition, 412),
    (TooLarge, 413),
    (UnsupportedMedia, 415),
    (Unprocessable, 422),
    (TooMany, 429),
    (Unavailable, 503),
    (BatonError, 400),
)


def status_of(error: BatonError) -> int:
    """The HTTP status of an error."""
    known = STATUS_OF_CODE.get(error.code)
    if known is not None:
        return known
    return next(status for kind, status in _STATUS_OF_KIND if isinstance(error, kind))


def envelope(error: BatonError, request_id: str) -> dict[str, Any]:
    """The body of a refusal."""
    body: dict[str, Any] = {"code": error.code, "message": error.message, "request_id": request_id}
    if error.field is not None:
        body["field"] = error.field
    if error.retry_after is not None:
        body["retry_after"] = math.ceil(error.retry_after)
    if error.details:
        body["details"] = error.details
    return {"error": body}


def headers_of(error: BatonError) -> dict[str, str]:
    """What a refusal says outside its body: when to come back, and how to sign in."""
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(math.ceil(error.retry_after), 1))
    if status_of(error) == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="baton"'
    return headers
