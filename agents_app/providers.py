"""The providers of models that a connection may name, and where each one is reached unless it says. Pure.

Their adapters are `orchestration.providers`; nothing here knows how they speak.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class ProviderPlace:
    """`hosts` are the provider's own. Any other must be listed by who operates the platform, since whoever
    may edit a connection could otherwise have its key sent to a host of theirs."""

    base_url: str = ""
    hosts: frozenset[str] = frozenset()
    keeps_history: bool = False
    """It can remember a conversation, so that only what is new has to be sent."""

    @property
    def is_remote(self) -> bool:
        return bool(self.base_url)


TRANSPORTS: Final = ("sdk", "lean")
"""How requests travel: by the provider's own SDK, or by Baton's bare HTTP at a tenth of its cost."""
HISTORIES: Final = ("client", "server")
"""Who remembers the conversation: the whole of it is sent each time, or the provider keeps it."""

PROVIDERS: Final[Mapping[str, ProviderPlace]] = MappingProxyType(
    {
        "scripted": ProviderPlace(),
        "openai_chat": ProviderPlace("https://api.openai.com/v1", frozenset({"api.openai.com"})),
        "openai_responses": ProviderPlace(
            "https://api.openai.com/v1", frozenset({"api.openai.com"}), keeps_history=True
        ),
        "anthropic_messages": ProviderPlace("https://api.anthropic.com", frozenset({"api.anthropic.com"})),
    }
)
