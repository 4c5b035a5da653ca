"""What REST calls each kind: in addresses, in names of operations and in sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from agents_app.api.objects.serializers import (
    AgentDetail,
    AgentSummary,
    OrchestrationDetail,
    OrchestrationSummary,
    PolicyDetail,
    PricesDetail,
    ProfileDetail,
    ProfileSummary,
    ToolDetail,
    ToolSummary,
)
from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS, KindTable


@dataclass(frozen=True, slots=True)
class Words:
    """`one` and `many` name operations; `a` stands in sentences."""

    kind: Kind
    one: str
    many: str
    a: str
    detail: Any
    summary: Any = None

    @property
    def table(self) -> KindTable:
        return KINDS[self.kind]


WORDS: Final[Mapping[Kind, Words]] = MappingProxyType(
    {
        Kind.AGENT: Words(Kind.AGENT, "agent", "agents", "an agent", AgentDetail, AgentSummary),
        Kind.PROFILE: Words(
            Kind.PROFILE, "profile", "profiles", "a training profile", ProfileDetail, ProfileSummary
        ),
        Kind.TOOL: Words(Kind.TOOL, "tool", "tools", "a tool", ToolDetail, ToolSummary),
        Kind.POLICY: Words(Kind.POLICY, "policy", "policy", "the tool policy", PolicyDetail),
        Kind.ORCHESTRATION: Words(
            Kind.ORCHESTRATION,
            "orchestration",
            "orchestrations",
            "an orchestration",
            OrchestrationDetail,
            OrchestrationSummary,
        ),
        Kind.PRICES: Words(Kind.PRICES, "prices", "prices", "the price table", PricesDetail),
    }
)
