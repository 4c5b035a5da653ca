"""Publish agents: a new version where anything it pins changed, which new runs use from then on."""

from collections.abc import Mapping

from agents_app.definition import AgentDefinition, Definition
from agents_app.instructions import merge_instructions
from agents_app.models import Agent, AgentVersion, ModelConnection, TrainingProfileVersion
from agents_app.services.publishing.publication import Change, Publication
from agents_app.spec import AgentSpec, ProfileSpec, ToolSpec, TrainingSpec

type Profiles = Mapping[str, tuple[TrainingProfileVersion, TrainingSpec]]


def publish_agents(
    publication: Publication,
    definition: Definition,
    *,
    profiles: Profiles,
    tools: Mapping[str, ToolSpec],
    connections: Mapping[str, ModelConnection],
) -> dict[str, AgentVersion]:
    """The live version of every agent of the definition."""
    agents = publication.upsert(Agent, "agent", {each.name: {} for each in definition.agents})
    latest = publication.latest_versions(AgentVersion.objects.filter(agent__in=agents.values()), "agent_id")
    published = {}
    for each in definition.agents:
        agent = agents[each.name]
        version = latest.get(agent.id)
        spec = _spec(each, agent, version.number + 1 if version else 1, profiles, tools, connections)
        if version is None or version.digest != spec.content_digest():
            version = AgentVersion.objects.create(
                organization_id=publication.organization_id,
                agent=agent,
                number=spec.version,
                spec=spec.to_json(),
                digest=spec.content_digest(),
                profile_version=profiles[each.profile][0],
                created_by_id=publication.actor.user_id,
            )
            publication.changes.append(Change("agent", each.name, spec.version))
        if agent.live_version_id != version.id:
            agent.live_version = version
            agent.save(update_fields=["live_version"])
        published[each.name] = version
    return published


def _spec(
    each: AgentDefinition,
    agent: Agent,
    number: int,
    profiles: Profiles,
    tools: Mapping[str, ToolSpec],
    connections: Mapping[str, ModelConnection],
) -> AgentSpec:
    profile_version, training = profiles[each.profile]
    return AgentSpec(
        agent_id=str(agent.id),
        version=number,
        name=each.name,
        description=each.description,
        instructions=merge_instructions(training),
        profile=ProfileSpec(
            profile_id=str(profile_version.profile_id),
            version_id=str(profile_version.id),
            version=profile_version.number,
            name=each.profile,
            specialization=training.specialization,
            skills=training.skills,
        ),
        tags=each.tags,
        connection_id=str(connections[each.connection].id),
        model=each.model,
        settings=each.settings,
        tools=tuple(tools[name] for name in each.tools),
        limits=each.limits,
    )
