"""The actor of a request."""

from rest_framework.request import Request

from baton.api.translate import unauthenticated
from baton.tenancy.actor import Actor


def actor_of(request: Request) -> Actor:
    """Who sent the request. Raises Unauthenticated where nobody is known."""
    actor = request.auth
    if not isinstance(actor, Actor):
        raise unauthenticated()
    return actor
