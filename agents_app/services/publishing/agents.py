"""Publish agents: a new version where anything it pins changed, which new runs use from then on."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from agents_app.definition import AgentDefinition, Definition
from agents_app.instructions import merge_instructions
from agents_app.kinds import Kind
from agents_app.models import Agent, AgentVersion, ModelConnection
from agents_app.services.publishing.profiles import Training
from agents_app.services.publishing.publication import Publication
from agents_app.spec import AgentSpec, Fallback, ProfileSpec, ToolSpec, TrainingSpec


@dataclass(frozen=True, slots=True)
class Parts:
    """What agents are made of, by name: the versions that a new version of an agent pins."""

    profiles: Mapping[str, Training]
    tools: Mapping[str, ToolSpec]
    connections: Mapping[str, ModelConnection]


def publish_agents(publication: Publication, definition: Definition, parts: Parts) -> dict[str, AgentVersion]:
    """The live version of every agent of the definition."""
    wanted = {each.name: {"archived_at": None} for each in definition.agents}
    agents = publication.upsert(Agent, "agent", wanted)
    latest = publication.latest_versions(AgentVersion.objects.filter(agent__in=agents.values()), "agent_id")
    return {
        each.name: publish_agent(
            publication, agents[each.name], latest.get(agents[each.name].id), each, parts
        )
        for each in definition.agents
    }


def publish_agent(
    publication: Publication, agent: Agent, latest: AgentVersion | None, each: AgentDefinition, parts: Parts
) -> AgentVersion:
    """The live version of one agent."""
    spec = _spec(each, agent, parts)
    profile_version, _ = parts.profiles[each.profile]
    return publish_agent_spec(publication, agent, latest, spec, profile_version.id)


def publish_agent_spec(
    publication: Publication,
    agent: Agent,
    latest: AgentVersion | None,
    spec: AgentSpec,
    profile_version: UUID,
    *,
    says_the_same: bool = False,
) -> AgentVersion:
    """The same of a spec, whatever number it has; one that is live already is no new version.

    `says_the_same`: only what it pins has changed, and nothing that an editor of the agent writes.
    """
    version = latest
    if version is None or version.digest != spec.content_digest():
        spec = spec.model_copy(update={"version": version.number + 1 if version else 1})
        version = AgentVersion.objects.create(
            **publication.authorship,
            agent=agent,
            number=spec.version,
            spec=spec.to_json(),
            digest=spec.content_digest(),
            profile_version_id=profile_version,
        )
        publication.note_version(
            Kind.AGENT, agent.id, agent.name, version.number, says_the_same=says_the_same
        )
    if agent.live_version_id != version.id or agent.description != spec.description:
        agent.live_version = version
        agent.description = spec.description
        agent.save(update_fields=["live_version", "description"])
    return version


def profile_pin(profile: Training) -> ProfileSpec:
    """A version of a profile as an agent pins it."""
    version, training = profile
    return ProfileSpec(
        profile_id=str(version.profile_id),
        version_id=str(version.id),
        version=version.number,
        name=version.profile.name,
        specialization=training.specialization,
        skills=training.skills,
    )


def _spec(each: AgentDefinition, agent: Agent, parts: Parts) -> AgentSpec:
    training: TrainingSpec = parts.profiles[each.profile][1]
    return AgentSpec(
        agent_id=str(agent.id),
        version=1,
        name=each.name,
        description=each.description,
        instructions=merge_instructions(training),
        profile=profile_pin(parts.profiles[each.profile]),
        tags=each.tags,
        connection_id=str(parts.connections[each.connection].id),
        model=each.model,
        settings=each.settings,
        fallbacks=tuple(
            Fallback(
                connection_id=str(parts.connections[fallback.connection].id),
                model=fallback.model,
                settings=fallback.settings,
            )
            for fallback in each.fallbacks
        ),
        output_schema=each.output_schema,
        tools=tuple(parts.tools[name] for name in each.tools),
        limits=each.limits,
    )
