"""Who acts: a person or an API key, in one organization and project, with what they may do. Pure.

A service takes an Actor first and asks it one question: `actor.can("runs:cancel")`.
"""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from baton.core.errors import Forbidden
from baton.tenancy.quotas import UNSAID, RequestQuota
from baton.tenancy.roles import SCOPES_OF_ROLE, Role

ActorKind = Literal["user", "api_key"]


@dataclass(frozen=True, slots=True)
class Actor:
    """The acting credential. `user_id` is the person behind it: who is signed in, or who made the key."""

    kind: ActorKind
    id: UUID
    name: str
    organization_id: UUID
    project_id: UUID
    scopes: frozenset[str]
    user_id: UUID
    role: Role | None = None
    quota: RequestQuota = UNSAID
    """What the organization said when the actor was found."""

    @property
    def is_authenticated(self) -> bool:
        """True: whoever is not authenticated is no actor. REST framework asks this of its `request.user`."""
        return True

    def can(self, scope: str) -> bool:
        """Whether this `resource:action` is allowed."""
        return scope in self.scopes

    def require(self, scope: str) -> None:
        """Raise Forbidden unless allowed, naming the scope."""
        if not self.can(scope):
            raise Forbidden("insufficient_scope", f"This needs {scope}.", details={"scope": scope})


def member(
    *,
    user_id: UUID,
    name: str,
    organization_id: UUID,
    project_id: UUID,
    role: Role,
    quota: RequestQuota = UNSAID,
) -> Actor:
    """A person acting with the role they have in the organization."""
    return Actor(
        kind="user",
        id=user_id,
        name=name,
        organization_id=organization_id,
        project_id=project_id,
        scopes=SCOPES_OF_ROLE[role],
        user_id=user_id,
        role=role,
        quota=quota,
    )
