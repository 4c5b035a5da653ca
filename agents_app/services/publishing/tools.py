"""Publish tools: a new version where the definition or the credential changed; old ones stay as they are."""

from collections.abc import Mapping

from agents_app.definition import Definition, ToolDefinition
from agents_app.kinds import Kind
from agents_app.models import Credential, McpServer, Tool, ToolVersion
from agents_app.services.publishing.publication import Publication
from agents_app.spec import ToolSpec
from baton.core.ids import new_id

type Credentials = Mapping[str, Credential]
type Servers = Mapping[str, McpServer]


def publish_tools(
    publication: Publication, definition: Definition, credentials: Credentials, servers: Servers
) -> dict[str, ToolSpec]:
    """The version in force of every tool of the definition.

    A withdrawn version stays withdrawn: publishing the same text again must not bring a stopped tool back.
    """
    wanted = {each.name: {"archived_at": None} for each in definition.tools}
    tools = publication.upsert(Tool, "tool", wanted)
    latest = publication.latest_versions(ToolVersion.objects.filter(tool__in=tools.values()), "tool_id")
    published = {}
    for each in definition.tools:
        tool = tools[each.name]
        version = publish_tool(publication, tool, latest.get(tool.id), each, credentials, servers)
        published[each.name] = ToolSpec.model_validate(version.spec)
    return published


def publish_tool(
    publication: Publication,
    tool: Tool,
    latest: ToolVersion | None,
    each: ToolDefinition,
    credentials: Credentials,
    servers: Servers,
    *,
    over_withdrawn: bool = False,
) -> ToolVersion:
    """The version in force of one tool. `over_withdrawn`: also where nothing but a withdrawal is between."""
    spec = _spec(each, tool, latest.number + 1 if latest else 1, credentials, servers)
    if latest is not None and not (over_withdrawn and latest.withdrawn_at):
        current = ToolSpec.model_validate(latest.spec)
        if current.content_digest() == spec.content_digest():
            return latest
    version = ToolVersion.objects.create(
        **publication.authorship,
        id=spec.version_id,
        tool=tool,
        number=spec.version,
        spec=spec.to_json(),
        digest=spec.definition_digest(),
    )
    publication.note_version(Kind.TOOL, tool.id, tool.name, spec.version)
    return version


def _spec(
    each: ToolDefinition, tool: Tool, number: int, credentials: Credentials, servers: Servers
) -> ToolSpec:
    credential = each.credential
    if credential is not None:
        credential = credential.model_copy(update={"credential_id": str(credentials[credential.name].id)})
    mcp = each.mcp
    if mcp is not None:
        mcp = mcp.model_copy(update={"server_id": str(servers[mcp.server].id)})
    return ToolSpec(
        tool_id=str(tool.id),
        version_id=str(new_id()),
        version=number,
        name=each.name,
        description=each.description,
        input_schema=each.input_schema,
        effect_class=each.effect_class,
        risk=each.risk,
        sentence=each.sentence,
        http=each.http,
        mcp=mcp,
        credential=credential,
    )
