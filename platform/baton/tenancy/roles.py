"""Who may do what: one table role -> `resource:action`. Pure (docs/glossary.md, Settled questions)."""

from enum import StrEnum


class Role(StrEnum):
    OWNER = "owner"
    ADMIN = "admin"
    BUILDER = "builder"
    OPERATOR = "operator"
    REVIEWER = "reviewer"
    VIEWER = "viewer"


_READ = frozenset({"agents:read", "tools:read", "policies:read", "runs:read", "approvals:read"})
_OPERATE = frozenset({"runs:start", "runs:cancel", "runs:pause", "runs:fork"})
_DECIDE = frozenset({"approvals:decide"})
_BUILD = frozenset({"agents:edit", "agents:publish", "agents:try", "tools:edit", "policies:edit"})
_ADMINISTER = frozenset({"members:manage", "keys:manage", "secrets:manage", "budgets:manage"})
_OWN = frozenset({"organization:manage"})

SCOPES_OF_ROLE: dict[Role, frozenset[str]] = {
    Role.VIEWER: _READ,
    Role.OPERATOR: _READ | _OPERATE,
    Role.REVIEWER: _READ | _DECIDE,
    Role.BUILDER: _READ | _BUILD,
    Role.ADMIN: _READ | _OPERATE | _DECIDE | _BUILD | _ADMINISTER,
    Role.OWNER: _READ | _OPERATE | _DECIDE | _BUILD | _ADMINISTER | _OWN,
}

SCOPES: tuple[str, ...] = tuple(sorted(SCOPES_OF_ROLE[Role.OWNER]))
"""Every scope there is, in the order screens and documents list them."""

DEFAULT_KEY_SCOPES = _READ | _OPERATE
"""What a new API key may do when nothing is said: never decide (docs/architecture.md, Tenancy)."""
