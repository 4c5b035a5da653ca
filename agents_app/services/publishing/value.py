"""Publish one object that was checked by itself, with what the project has of everything it names."""

from collections.abc import Mapping
from typing import Any

from agents_app.kinds import Kind
from agents_app.models import (
    Agent,
    AgentVersion,
    Credential,
    McpServer,
    ModelConnection,
    ToolVersion,
    TrainingProfileVersion,
)
from agents_app.selectors.objects import Found
from agents_app.services.publishing.agents import Parts, publish_agent
from agents_app.services.publishing.orchestrations import publish_orchestration
from agents_app.services.publishing.policy import publish_policy
from agents_app.services.publishing.prices import publish_prices
from agents_app.services.publishing.profiles import publish_profile
from agents_app.services.publishing.publication import Publication
from agents_app.services.publishing.tools import publish_tool
from agents_app.spec import ToolSpec, TrainingSpec


def publish_value(publication: Publication, found: Found, value: Any) -> Any:
    """The version in force afterwards: the live one, where nothing is new."""
    match found.table.kind:
        case Kind.TOOL:
            return publish_tool(
                publication,
                found.row,
                found.live,
                value,
                _by_name(publication, Credential),
                _by_name(publication, McpServer),
                over_withdrawn=True,
            )
        case Kind.PROFILE:
            return publish_profile(publication, found.row, found.live, value)
        case Kind.AGENT:
            return publish_agent(publication, found.row, found.live, value, _parts(publication))
        case Kind.POLICY:
            return publish_policy(publication, value)
        case Kind.PRICES:
            return publish_prices(publication, value)
        case Kind.ORCHESTRATION:
            agents = _live_agents(publication)
            return publish_orchestration(publication, found.row, found.live, value, agents)


def _parts(publication: Publication) -> Parts:
    organization, project = publication.organization_id, publication.project_id
    profiles = TrainingProfileVersion.objects.filter(
        organization_id=organization, profile__project_id=project, profile__archived_at=None
    ).select_related("profile")
    tools = ToolVersion.objects.filter(
        organization_id=organization, tool__project_id=project, tool__archived_at=None
    )
    return Parts(
        profiles={
            version.profile.name: (version, TrainingSpec.model_validate(version.spec))
            for version in publication.latest_versions(profiles, "profile_id").values()
        },
        tools={
            spec.name: spec
            for version in publication.latest_versions(tools, "tool_id").values()
            for spec in [ToolSpec.model_validate(version.spec)]
        },
        connections=_by_name(publication, ModelConnection),
    )


def _live_agents(publication: Publication) -> dict[str, AgentVersion]:
    agents = Agent.objects.filter(**publication.place, archived_at=None).exclude(live_version=None)
    return {
        agent.name: agent.live_version
        for agent in agents.select_related("live_version")
        if agent.live_version is not None
    }


def _by_name(publication: Publication, model: Any) -> Mapping[str, Any]:
    return {row.name: row for row in model.objects.filter(**publication.place)}
