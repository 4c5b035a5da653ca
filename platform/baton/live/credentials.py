"""Who listens: the same authentication as of a REST request, from the parts that a socket or stream has.

Everything here asks the database and runs in a thread. It is asked again while somebody listens.
"""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from rest_framework.request import Request

from baton.accounts.lifetime import user_of_session
from baton.api.actor import actor_of
from baton.api.authentication import (
    PROJECT_HEADER,
    ApiKeyAuthentication,
    SignedInAuthentication,
    member_of_project,
)
from baton.api.rate import OrganizationRate
from baton.core.errors import BatonError, Forbidden, NotFound, Unauthenticated, Unavailable
from baton.live.sockets import Close
from baton.tenancy.actor import Actor

SCOPE = "runs:read"


def listener_of_session(session_key: str, project: str) -> Actor:
    """The person of a session in a project. Raises what says why not."""
    user = user_of_session(session_key)
    if user is None:
        raise Unauthenticated("invalid_api_key", "Nobody is signed in here any more.")
    actor = member_of_project(user, project)
    actor.require(SCOPE)
    return actor


def listener_of_request(scope: Mapping[str, Any], *, counts: bool = False) -> Actor:
    """Whose stream it is: an API key's, or a person's by session cookie and the project in `?project=`.

    `counts`: as a request of the organization. A later look is ours; a busy second must not end the stream.
    """
    request = ASGIRequest(scope, BytesIO())
    request.get_host()  # refuses a Host that is not ours
    user = user_of_session(request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""))
    request.user = user or AnonymousUser()
    project = request.GET.get("project")
    if project:
        request.META.setdefault(f"HTTP_{PROJECT_HEADER.upper().replace('-', '_')}", project)
    asked = Request(request, authenticators=[ApiKeyAuthentication(), SignedInAuthentication()])
    actor = actor_of(asked)
    actor.require(SCOPE)
    if counts:
        OrganizationRate().allow_request(asked, None)
    return actor


def is_same_place(one: Actor, other: Actor) -> bool:
    """Whether a later look has found the same rights at the same place."""
    return (one.kind, one.id, one.organization_id, one.project_id) == (
        other.kind,
        other.id,
        other.organization_id,
        other.project_id,
    )


def close_code_of(error: BatonError) -> int:
    """How a socket is closed that may not stay."""
    match error:
        case Unauthenticated():
            return Close.NOT_SIGNED_IN
        case Forbidden() | NotFound():
            return Close.NOT_ALLOWED
        case Unavailable():
            return Close.TRY_LATER
        case _:
            return Close.BAD_FRAME
