"""Who sends a request: an API key in `Authorization: Bearer`, or a signed-in person with a CSRF token.

Both end in one Actor. A key implies its project; a person names it in `Baton-Project`.
"""

import logging
from typing import Any
from uuid import UUID

from django.db import connection
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from baton.accounts.models import User
from baton.api.translate import unauthenticated
from baton.audit.record import record_refusal
from baton.core.errors import BadInput, Forbidden, NotFound, Unauthenticated
from baton.tenancy.actor import Actor, member
from baton.tenancy.keys import PREFIX, parse_key
from baton.tenancy.quotas import UNSAID, RequestQuota
from baton.tenancy.roles import SCOPES_OF_ROLE, Role
from baton.tenancy.selectors import membership_of

PROJECT_HEADER = "Baton-Project"
_KEY_NAMES = frozenset({"api_key", "apikey", "api-key", "key", "access_token", "token", "authorization"})
_AUTHENTICATE = """
select id, name, organization_id, project_id, scopes, user_id, user_suspended, user_role,
       organization_suspended, ended, noted, requests_per_second, requests_per_second_each
from kernel.authenticate_key(%s, %s)
"""
_log = logging.getLogger("baton.api")


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer btn_...`. A key anywhere else is refused, and counts as leaked."""

    def authenticate(self, request: Request) -> tuple[Actor, Actor] | None:
        _refuse_misplaced(request)
        header = request.headers.get("Authorization")
        if header is None:
            return None
        # A server joins two headers with a comma, which no key holds.
        if "," in header:
            raise BadInput("ambiguous_credentials", "Send exactly one Authorization header.")
        scheme, _, text = header.partition(" ")
        if scheme.lower() != "bearer":
            raise unauthenticated()
        actor = authenticate_key(text.strip())
        return actor, actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="baton"'


def authenticate_key(text: str) -> Actor:
    """The actor of a key. Raises one and the same Unauthenticated for every key that is not valid."""
    parts = parse_key(text)
    if parts is None:
        raise unauthenticated()
    with connection.cursor() as cursor:
        cursor.execute(_AUTHENTICATE, [parts.key_id, parts.secret_hash])
        row = cursor.fetchone()
    if row is None:
        raise unauthenticated()
    *of_key, user_suspended, role, suspended, ended, noted, together, each = row
    if ended:
        if noted:
            _note_ended(_actor(*of_key, role=None))
        raise unauthenticated()
    if user_suspended:
        raise Unauthenticated("account_suspended", "The person who made this key may not act any more.")
    if suspended:
        raise _suspended_organization()
    return _actor(*of_key, role=role, quota=RequestQuota(together, each))


def _actor(
    key_id: UUID,
    name: str,
    organization_id: UUID,
    project_id: UUID,
    scopes: list[str],
    user_id: UUID,
    *,
    role: str | None,
    quota: RequestQuota = UNSAID,
) -> Actor:
    # Never more than the person who made it may do today: a demotion reaches their keys at once.
    allowed = SCOPES_OF_ROLE[Role(role)] if role else frozenset()
    return Actor(
        kind="api_key",
        id=key_id,
        name=name,
        organization_id=organization_id,
        project_id=project_id,
        scopes=frozenset(scopes) & allowed,
        user_id=user_id,
        quota=quota,
    )


def _note_ended(actor: Actor) -> None:
    """Somebody still has a key that was revoked or has expired; noted once in a minute for each key."""
    record_refusal(
        actor=actor,
        action="keys:use",
        object_kind="api_key",
        object_id=actor.id,
        detail={"code": "ended"},
    )


class SignedInAuthentication(BaseAuthentication):
    """The session of a person, with a CSRF token on every method that changes something."""

    def authenticate(self, request: Request) -> tuple[Actor, Actor] | None:
        user = getattr(request._request, "user", None)
        if not isinstance(user, User):
            return None
        _enforce_csrf(request)
        actor = member_of_project(user, request.headers.get(PROJECT_HEADER))
        return actor, actor


def member_of_project(user: User, given: str | None) -> Actor:
    """The person in the project that a request names. Raises what says why not."""
    if not given:
        raise BadInput(
            "project_required", f"Name the project in the header {PROJECT_HEADER}.", field=PROJECT_HEADER
        )
    try:
        project_id = UUID(given)
    except ValueError:
        raise NotFound from None
    membership = membership_of(user.id, project_id=project_id)
    if membership is None:
        raise NotFound
    if membership.suspended:
        raise _suspended_organization()
    return member(
        user_id=user.id,
        name=str(user),
        organization_id=membership.organization_id,
        project_id=project_id,
        role=membership.role,
        quota=membership.quota,
    )


def _suspended_organization() -> Forbidden:
    return Forbidden("account_suspended", "This organization is suspended.")


class _CsrfCheck(CSRFCheck):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _enforce_csrf(request: Request) -> None:
    check = _CsrfCheck(lambda _: None)  # type: ignore[arg-type]
    check.process_request(request._request)
    reason = check.process_view(request._request, None, (), {})  # type: ignore[arg-type]
    if reason:
        raise Forbidden("csrf_failed", "The request carries no valid CSRF token.")


def _refuse_misplaced(request: Request) -> None:
    """A key in an address ends in logs and histories, so it is refused even where it is valid."""
    texts = [
        value
        for name, values in request.query_params.lists()
        for value in values
        if name.lower() in _KEY_NAMES or value.startswith(PREFIX)
    ]
    if "X-Api-Key" in request.headers:
        texts.append(request.headers["X-Api-Key"])
    if not texts:
        return
    for text in texts:
        _flag_leaked(text, request.path)
    raise unauthenticated()


def _flag_leaked(text: str, path: str) -> None:
    try:
        actor = authenticate_key(text)
    except (Unauthenticated, Forbidden):
        return
    _log.warning("API key %s was sent outside of the Authorization header: replace it", actor.id)
    record_refusal(
        actor=actor,
        action="keys:use",
        object_kind="api_key",
        object_id=actor.id,
        detail={"code": "leaked", "path": path[:200]},
    )
