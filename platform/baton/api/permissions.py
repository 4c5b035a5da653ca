"""May the actor do this: the scope that the view names for the method, nothing else."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from baton.api.actor import actor_of
from baton.core.errors import BatonError

ANY_SCOPE = ""
"""For a method that everybody may use who is known at all, whatever else they may do."""


class HasScope(BasePermission):
    """`view.scopes = {"GET": "runs:read", ...}`. A method without an entry is not allowed to anybody."""

    def has_permission(self, request: Request, view: Any) -> bool:
        actor = actor_of(request)
        scopes: dict[str, str] = getattr(view, "scopes", {})
        scope = scopes.get("GET" if request.method == "HEAD" else str(request.method))
        if scope is None:
            raise BatonError("method_not_allowed", f"{request.method} is not possible here.")
        if scope != ANY_SCOPE:
            actor.require(scope)
        return True
