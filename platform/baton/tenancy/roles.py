"""Who may do what: one table role -> `resource:action`. Pure (docs/glossary.md, Settled questions)."""

from enum import StrEnum


class Role(StrEnum):
    OWNER = "owner"
    ADMIN = "admin"
    BUILDER = "builder"
    OPERATOR = "operator"
    REVIEWER = "reviewer"
    VIEWER = "viewer"
