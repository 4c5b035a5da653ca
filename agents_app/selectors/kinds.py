"""The kinds of objects with drafts and versions: which tables hold them, and which scopes open them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from agents_app.kinds import Kind
from agents_app.models import (
    Agent,
    AgentVersion,
    Orchestration,
    OrchestrationVersion,
    PriceTable,
    PriceTableVersion,
    Tool,
    ToolPolicy,
    ToolPolicyVersion,
    ToolVersion,
    TrainingProfile,
    TrainingProfileVersion,
)


@dataclass(frozen=True, slots=True)
class KindTable:
    """What differs between kinds; everything else about drafts and versions is the same for all."""

    kind: Kind
    objects: Any
    versions: Any
    parent: str
    """The field of a version that names its object."""
    stored: str
    """The field of a version that holds what it says."""
    read: str
    edit: str
    publish: str
    is_single: bool = False
    """A project has exactly one, without a name; its row is made when somebody first writes it."""
    has_live: bool = True
    """The object names its live version; otherwise the newest is live."""


KINDS: Final[Mapping[Kind, KindTable]] = MappingProxyType(
    {
        Kind.AGENT: KindTable(
            Kind.AGENT,
            Agent,
            AgentVersion,
            parent="agent",
            stored="spec",
            read="agents:read",
            edit="agents:edit",
            publish="agents:publish",
        ),
        Kind.PROFILE: KindTable(
            Kind.PROFILE,
            TrainingProfile,
            TrainingProfileVersion,
            parent="profile",
            stored="spec",
            read="agents:read",
            edit="agents:edit",
            publish="agents:publish",
            has_live=False,
        ),
        Kind.TOOL: KindTable(
            Kind.TOOL,
            Tool,
            ToolVersion,
            parent="tool",
            stored="spec",
            read="tools:read",
            edit="tools:edit",
            publish="tools:edit",
            has_live=False,
        ),
        Kind.POLICY: KindTable(
            Kind.POLICY,
            ToolPolicy,
            ToolPolicyVersion,
            parent="policy",
            stored="rules",
            read="policies:read",
            edit="policies:edit",
            publish="policies:edit",
            is_single=True,
        ),
        Kind.ORCHESTRATION: KindTable(
            Kind.ORCHESTRATION,
            Orchestration,
            OrchestrationVersion,
            parent="orchestration",
            stored="spec",
            read="agents:read",
            edit="agents:edit",
            publish="agents:publish",
        ),
        Kind.PRICES: KindTable(
            Kind.PRICES,
            PriceTable,
            PriceTableVersion,
            parent="table",
            stored="prices",
            read="agents:read",
            edit="agents:edit",
            publish="agents:publish",
            is_single=True,
        ),
    }
)
