"""Reading what agents are made of. The caller holds the organization's scope."""

from agents_app.selectors.agents import (
    AgentDetail,
    AgentSummary,
    PinnedTool,
    agent_detail,
    agents_of,
    summarise_agents,
)
from agents_app.selectors.policy import LivePolicy, live_policy

__all__ = [
    "AgentDetail",
    "AgentSummary",
    "LivePolicy",
    "PinnedTool",
    "agent_detail",
    "agents_of",
    "live_policy",
    "summarise_agents",
]
