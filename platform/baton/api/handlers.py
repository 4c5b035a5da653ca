"""Where every error becomes an answer: REST framework's handler and Django's for 400, 403, 404 and 500."""

import logging
import sys
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from rest_framework.response import Response

from baton.api.errors import envelope, headers_of, status_of
from baton.api.translate import translate
from baton.audit.context import current
from baton.audit.record import record_refusal
from baton.core.errors import BadInput, BatonError, Forbidden, NotFound, Unavailable
from baton.tenancy.actor import Actor

JSON_PATHS = ("/api/", "/_allauth/")
_AUDITED = {
    "approval_digest_mismatch",
    "denied_by_policy",
    "digest_mismatch",
    "insufficient_scope",
    "not_a_reviewer",
    "unknown_field",
}
_HEADINGS = {
    400: ("This request cannot be read", "Go back and try again."),
    403: ("This is not allowed", "Somebody with another role may be able to help."),
    404: ("There is nothing here", "It does not exist, or you may not see it."),
    405: ("This is not possible here", ""),
    500: ("Baton failed to answer", "It is written down; with the request id below it can be found."),
    503: ("Baton cannot reach its database", "Your data is safe. Try again in a moment."),
}
_log = logging.getLogger("baton.api")


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's hook; None hands an unexpected error on to `server_error`, which logs it."""
    known = translate(error)
    if known is None:
        return None
    if isinstance(error, DatabaseError):
        # A database that is away is one fact, not a traceback for each request that meets it.
        _log.warning("%s: %s", known.code, error, exc_info=None if isinstance(known, Unavailable) else error)
    _audit(known, context)
    return Response(envelope(known, current().request_id), status_of(known), headers=headers_of(known))


def _audit(error: BatonError, context: dict[str, Any]) -> None:
    request = context["request"]
    # Not `request.auth`: after a refused authentication that would try to authenticate once more.
    actor = vars(request).get("_auth")
    if error.code not in _AUDITED or not isinstance(actor, Actor):
        return
    scopes: dict[str, str] = getattr(context["view"], "scopes", {})
    action = scopes.get(request.method, "requests:make")
    try:
        record_refusal(
            actor=actor,
            action=action,
            object_kind=action.partition(":")[0],
            object_id=next(iter(context["kwargs"].values()), ""),
            detail={"code": error.code, "field": error.field or "", "path": request.path[:200]},
        )
    except DatabaseError:
        _log.exception("A refusal could not be audited")


def answer(request: HttpRequest, error: BatonError) -> HttpResponse:
    """A refusal outside of REST framework: an envelope below the API's paths, a page elsewhere."""
    request_id = current().request_id
    status = status_of(error)
    response: HttpResponse
    if request.path.startswith(JSON_PATHS):
        response = JsonResponse(envelope(error, request_id), status=status)
    else:
        heading, advice = _HEADINGS.get(status, _HEADINGS[400])
        page = {"error": error, "heading": heading, "advice": advice, "request_id": request_id}
        # Without the request: its context processors ask for the user, which the failure may forbid.
        response = HttpResponse(render_to_string("pages/refused.html", page), status=status)
    for name, value in headers_of(error).items():
        response[name] = value
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler400`."""
    fallback = BadInput("bad_request", "The request cannot be understood.")
    return answer(request, translate(exception) or fallback)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler403`."""
    return answer(request, translate(exception) or Forbidden("forbidden", "This is not allowed."))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler404`: of the resolver's reasons nothing is told."""
    return answer(request, NotFound())


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`: a database that is away is not our failure, so it is told apart here too."""
    error = sys.exception()
    known = translate(error) if error is not None else None
    return answer(request, known or BatonError("internal_error", "Baton failed to answer this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """`CSRF_FAILURE_VIEW`."""
    message = "The request did not come from a page of Baton, or that page is too old: load it again."
    return answer(request, Forbidden("csrf_failed", message))
