"""How many requests may be sent in a second, as far as an organization has a say of its own. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RequestQuota:
    """None: nothing is said. Then the installation says it for all together, and nobody for each alone."""

    together: int | None = None
    """All keys and people of the organization."""
    each: int | None = None
    """One key, or one person."""


UNSAID = RequestQuota()
