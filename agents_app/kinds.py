"""What a builder edits as drafts and publishes as versions, and what each kind is called. Pure."""

from enum import StrEnum


class Kind(StrEnum):
    """The kinds of objects with drafts and immutable versions. Policy and prices: one of each per project."""

    AGENT = "agent"
    PROFILE = "profile"
    TOOL = "tool"
    POLICY = "policy"
    PRICES = "prices"
    ORCHESTRATION = "orchestration"
