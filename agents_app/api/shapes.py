"""Agents and shipped prices as plain answers."""

from typing import Any

from agents_app.definition.text import content_text
from agents_app.prices.shipped import AS_OF, SHIPPED
from agents_app.selectors import AgentDetail, AgentSummary, PinnedTool


def show_summary(agent: AgentSummary) -> dict[str, Any]:
    """What a list says of an agent beyond what it says of every object."""
    return {**_facts(agent), "tools": list(agent.tools)}


def show_agent(agent: AgentDetail) -> dict[str, Any]:
    """Everything the live version pins."""
    return {
        **_facts(agent.summary),
        "connection": agent.connection,
        "skills": list(agent.skills),
        "instructions": agent.instructions,
        "profile_version": agent.profile_version,
        "profile_version_id": agent.profile_version_id,
        "limits": agent.limits.to_json() if agent.limits else None,
        "tools": [_tool(each) for each in agent.tools],
    }


def shipped_prices() -> dict[str, Any]:
    """The prices that come with Baton, as content that a draft can begin from."""
    content = {"prices": [price.to_json() for price in SHIPPED]}
    return {"as_of": AS_OF.isoformat(), "content": content, "text": content_text(content)}


def _facts(agent: AgentSummary) -> dict[str, Any]:
    return {
        "specialization": agent.specialization,
        "tags": list(agent.tags),
        "provider": agent.provider,
        "model": agent.model,
        "scripted": agent.provider == "scripted",
    }


def _tool(pinned: PinnedTool) -> dict[str, Any]:
    spec = pinned.spec
    return {
        "id": spec.tool_id,
        "version": spec.version,
        "version_id": spec.version_id,
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.input_schema,
        "effect_class": spec.effect_class.value,
        "sentence": spec.sentence,
        "method": spec.shown_method,
        "url": spec.shown_url,
        "credential": spec.credential.name if spec.credential else None,
        "withdrawn_at": pinned.withdrawn_at,
    }
