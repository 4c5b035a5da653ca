"""What an object of a project may refer to by name today. The caller holds the organization's scope."""

from uuid import UUID

from agents_app.definition.content import Around
from agents_app.definition.values import AgentFacts, CredentialDefinition, ToolDefinition
from agents_app.kinds import Kind
from agents_app.models import (
    Agent,
    Credential,
    McpServer,
    ModelConnection,
    ToolVersion,
    TrainingProfileVersion,
    Variable,
)
from agents_app.spec import AgentSpec, ToolSpec


def around_of(organization_id: UUID, project_id: UUID, kind: Kind) -> Around:
    """Everything that an object of this kind may name. Archived things may not be named by agents, but a
    rule about an archived tool stays: a run that pins the tool may still call it."""
    place = {"organization_id": organization_id, "project_id": project_id}
    match kind:
        case Kind.TOOL:
            return Around(
                variables=Variable.objects.filter(**place).values_list("name", flat=True),
                credentials={
                    row.name: CredentialDefinition(row.name, row.host, row.header, row.secret_variable)
                    for row in Credential.objects.filter(**place)
                },
                mcp_servers=frozenset(McpServer.objects.filter(**place).values_list("name", flat=True)),
            )
        case Kind.AGENT:
            return Around(
                connections=ModelConnection.objects.filter(**place).values_list("name", flat=True),
                profiles=_published_profiles(organization_id, project_id),
                tools=_published_tools(organization_id, project_id, with_archived=False),
            )
        case Kind.POLICY:
            return Around(tools=_published_tools(organization_id, project_id, with_archived=True))
        case Kind.ORCHESTRATION:
            return Around(agents=_published_agents(organization_id, project_id))
        case _:
            return Around()


def tool_definition(spec: ToolSpec) -> ToolDefinition:
    """A published tool as a definition of it."""
    return ToolDefinition(
        name=spec.name,
        description=spec.description,
        input_schema=spec.input_schema,
        effect_class=spec.effect_class,
        risk=spec.risk,
        sentence=spec.sentence,
        http=spec.http,
        mcp=spec.mcp,
        credential=spec.credential,
    )


def _published_agents(organization_id: UUID, project_id: UUID) -> dict[str, AgentFacts]:
    live = Agent.objects.filter(organization_id=organization_id, project_id=project_id, archived_at=None)
    specs = live.exclude(live_version=None).values_list("live_version__spec", flat=True)
    return {
        spec.name: AgentFacts(spec.profile.specialization, spec.profile.skills, spec.tags)
        for spec in map(AgentSpec.model_validate, specs)
    }


def _published_profiles(organization_id: UUID, project_id: UUID) -> set[str]:
    versions = TrainingProfileVersion.objects.filter(
        organization_id=organization_id, profile__project_id=project_id, profile__archived_at=None
    )
    return set(versions.values_list("profile__name", flat=True))


def _published_tools(
    organization_id: UUID, project_id: UUID, *, with_archived: bool
) -> dict[str, ToolDefinition]:
    versions = ToolVersion.objects.filter(organization_id=organization_id, tool__project_id=project_id)
    if not with_archived:
        versions = versions.filter(tool__archived_at=None)
    newest = versions.order_by("tool_id", "-number").distinct("tool_id").values_list("spec", flat=True)
    specs = map(ToolSpec.model_validate, newest)
    return {spec.name: tool_definition(spec) for spec in specs}
