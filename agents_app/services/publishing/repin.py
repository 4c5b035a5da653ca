"""Bring live agents up to the newest version of a tool or a profile: a new version with the new pin."""

from typing import Any
from uuid import UUID

from agents_app.instructions import merge_instructions
from agents_app.kinds import Kind
from agents_app.models import AgentVersion, ToolVersion, TrainingProfileVersion
from agents_app.selectors.uses import agents_using
from agents_app.services.publishing.agents import profile_pin, publish_agent_spec
from agents_app.services.publishing.publication import Publication
from agents_app.spec import AgentSpec, ToolSpec, TrainingSpec


def repin_agents(publication: Publication, kind: Kind, object_id: UUID, version: Any) -> list[AgentVersion]:
    """The new versions of the agents that use the object whose newest version this is."""
    versions = []
    for agent in agents_using(publication.organization_id, publication.project_id, kind, object_id):
        live = agent.live_version
        assert live is not None
        spec = _repinned(AgentSpec.model_validate(live.spec), version)
        profile_version = version.id if kind is Kind.PROFILE else live.profile_version_id
        versions.append(
            publish_agent_spec(publication, agent, live, spec, profile_version, says_the_same=True)
        )
    return versions


def _repinned(spec: AgentSpec, version: ToolVersion | TrainingProfileVersion) -> AgentSpec:
    if isinstance(version, ToolVersion):
        newest = ToolSpec.model_validate(version.spec)
        tools = tuple(newest if tool.tool_id == newest.tool_id else tool for tool in spec.tools)
        return spec.model_copy(update={"tools": tools})
    training = TrainingSpec.model_validate(version.spec)
    return spec.model_copy(
        update={"profile": profile_pin((version, training)), "instructions": merge_instructions(training)}
    )
