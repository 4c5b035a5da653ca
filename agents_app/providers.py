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

    @property
    def is_remote(self) -> bool:
        return bool(self.base_url)


PROVIDERS: Final[Mapping[str, ProviderPlace]] = MappingProxyType(
    {
        "scripted": ProviderPlace(),
        "openai_chat": ProviderPlace("https://api.openai.com/v1", frozenset({"api.openai.com"})),
    }
)
