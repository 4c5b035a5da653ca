"""What models and their endpoints take: names, what is usual, and what a connection says of itself. Pure.

A request parameter is a capability by its own name (`temperature`, `seed`). False: it is never sent. What
nobody says is taken to work, so that a new parameter needs no new version of Baton.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

type Said = Mapping[str, Any]

FEATURES: Final = (
    "tools",
    "parallel_tools",
    "structured_output",
    "images",
    "files",
    "usage",
    "server_history",
    "reasoning_back",
    "max_completion_tokens",
)
"""What is no parameter of a request, or decides how one is written."""
SAMPLING: Final = ("temperature", "top_p", "top_k", "frequency_penalty", "presence_penalty", "seed", "stop")
KNOWN: Final = (*FEATURES, *SAMPLING, "reasoning_effort", "max_output_tokens")
"""What a form lists. Others may be said too."""

_NO_SAMPLING: Said = MappingProxyType(
    {name: False for name in ("temperature", "top_p", "frequency_penalty", "presence_penalty")}
)
_ANTHROPIC: Said = MappingProxyType(
    {
        name: False
        for name in ("server_history", "frequency_penalty", "presence_penalty", "seed", "reasoning_effort")
    }
)
_BY_PROVIDER: Final[Mapping[str, Said]] = MappingProxyType(
    {
        "scripted": MappingProxyType({"server_history": False, "structured_output": False}),
        "openai_chat": MappingProxyType({"server_history": False, "reasoning_back": False, "top_k": False}),
        "openai_responses": MappingProxyType(
            {
                "top_k": False,
                "stop": False,
                "seed": False,
                "frequency_penalty": False,
                "presence_penalty": False,
            }
        ),
        "anthropic_messages": MappingProxyType({**_ANTHROPIC, "max_output_tokens": 8192}),
    }
)
_BY_MODEL: Final[tuple[tuple[re.Pattern[str], Said], ...]] = (
    # They think before they answer, at a temperature of their own.
    (re.compile(r"o[1-9](-|$)|gpt-[5-9]"), _NO_SAMPLING),
    (re.compile(r"gpt-4o|gpt-4\.1"), MappingProxyType({"reasoning_effort": False})),
    (
        re.compile(r"gpt-3\.5"),
        MappingProxyType({"structured_output": False, "images": False, "files": False}),
    ),
    # From these on the API refuses the parameters themselves.
    (
        re.compile(r"claude-((opus|sonnet|haiku|fable|mythos)-[5-9]|opus-4-[7-9]|mythos)"),
        MappingProxyType({"temperature": False, "top_p": False, "top_k": False}),
    ),
    # The first models of the fourth generation cannot be held to a schema; from 4.5 on they can.
    (
        re.compile(r"claude-(opus|sonnet)-4(-[01])?(-20\d{6}|@|$)"),
        MappingProxyType({"structured_output": False}),
    ),
    (
        re.compile(r"claude-(3|2|instant)"),
        MappingProxyType({"structured_output": False, "max_output_tokens": 4096}),
    ),
)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What one model of one connection takes."""

    said: Said

    def can(self, name: str) -> bool:
        """Whether it may be sent or used."""
        return self.said.get(name) is not False

    def number(self, name: str) -> int | None:
        """A bound that somebody said."""
        value = self.said.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def usual_capabilities(provider: str, model: str) -> Said:
    """What is shipped for a model of a provider; what is not named is taken to work."""
    usual = dict(_BY_PROVIDER.get(provider, {}))
    for pattern, said in _BY_MODEL:
        if pattern.match(model.rpartition("/")[2]):
            usual |= said
    return usual


def capabilities_of(provider: str, model: str, capabilities: Said, model_capabilities: Said) -> Capabilities:
    """The usual, less what the connection says, less what it says of this model."""
    own = model_capabilities.get(model)
    return Capabilities(
        {**usual_capabilities(provider, model), **capabilities, **(own if isinstance(own, Mapping) else {})}
    )
