"""Reading agents and what their live versions pin. The caller holds the organization's scope."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from agents_app.models import Agent, ModelConnection, ToolVersion
from agents_app.spec import AgentSpec, Limits, ToolSpec


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """An agent as a list shows it. What comes from a version is None where nothing was published."""

    id: UUID
    name: str
    description: str
    version_id: UUID | None
    version: int | None
    published_at: datetime | None
    specialization: str | None
    tags: tuple[str, ...]
    provider: str | None
    model: str | None
    tools: tuple[str, ...]
    archived_at: datetime | None


@dataclass(frozen=True, slots=True)
class PinnedTool:
    """A tool version as an agent version pins it."""

    spec: ToolSpec
    withdrawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class AgentDetail:
    """An agent with everything its live version pins."""

    summary: AgentSummary
    connection: str | None
    skills: tuple[str, ...]
    instructions: str
    profile_version_id: UUID | None
    profile_version: int | None
    limits: Limits | None
    tools: tuple[PinnedTool, ...]


def agents_of(organization_id: UUID, project_id: UUID, *, with_archived: bool = False) -> QuerySet[Agent]:
    """The agents of a project, to be filtered and paged; each comes with its live version."""
    agents = Agent.objects.filter(organization_id=organization_id, project_id=project_id)
    if not with_archived:
        agents = agents.filter(archived_at=None)
    return agents.select_related("live_version")


def summarise_agents(organization_id: UUID, agents: Sequence[Agent]) -> list[AgentSummary]:
    """The agents of one page: one query, however many they are."""
    specs = [_spec_of(agent) for agent in agents]
    connections = _connections(organization_id, specs)
    return [_summary(agent, spec, connections) for agent, spec in zip(agents, specs, strict=True)]


def agent_detail(organization_id: UUID, project_id: UUID, agent_id: UUID) -> AgentDetail | None:
    """One agent, archived or not; None where the project has no such agent."""
    agents = agents_of(organization_id, project_id, with_archived=True)
    agent = agents.filter(id=agent_id).first()
    if agent is None:
        return None
    spec = _spec_of(agent)
    connections = _connections(organization_id, [spec])
    connection = connections.get(spec.connection_id) if spec else None
    return AgentDetail(
        summary=_summary(agent, spec, connections),
        connection=connection.name if connection else None,
        skills=spec.profile.skills if spec else (),
        instructions=spec.instructions if spec else "",
        profile_version_id=UUID(spec.profile.version_id) if spec else None,
        profile_version=spec.profile.version if spec else None,
        limits=spec.limits if spec else None,
        tools=_pinned_tools(organization_id, spec) if spec else (),
    )


def _spec_of(agent: Agent) -> AgentSpec | None:
    return AgentSpec.model_validate(agent.live_version.spec) if agent.live_version else None


def _connections(organization_id: UUID, specs: Sequence[AgentSpec | None]) -> dict[str, ModelConnection]:
    ids = {spec.connection_id for spec in specs if spec}
    rows = ModelConnection.objects.filter(organization_id=organization_id, id__in=ids)
    return {str(row.id): row for row in rows}


def _summary(agent: Agent, spec: AgentSpec | None, connections: dict[str, ModelConnection]) -> AgentSummary:
    connection = connections.get(spec.connection_id) if spec else None
    version = agent.live_version
    return AgentSummary(
        id=agent.id,
        name=agent.name,
        description=agent.description,
        version_id=version.id if version else None,
        version=version.number if version else None,
        published_at=version.created_at if version else None,
        specialization=spec.profile.specialization if spec else None,
        tags=spec.tags if spec else (),
        provider=connection.provider if connection else None,
        model=spec.model if spec else None,
        tools=tuple(tool.name for tool in spec.tools) if spec else (),
        archived_at=agent.archived_at,
    )


def _pinned_tools(organization_id: UUID, spec: AgentSpec) -> tuple[PinnedTool, ...]:
    ids = [tool.version_id for tool in spec.tools]
    withdrawn = dict(
        ToolVersion.objects.filter(organization_id=organization_id, id__in=ids).values_list(
            "id", "withdrawn_at"
        )
    )
    return tuple(PinnedTool(tool, withdrawn.get(UUID(tool.version_id))) for tool in spec.tools)
