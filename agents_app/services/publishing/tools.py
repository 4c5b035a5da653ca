"""Publish tools: a new version where the definition or the credential changed; old ones stay as they are."""

from collections.abc import Mapping

from agents_app.definition import Definition, ToolDefinition
from agents_app.models import Credential, Tool, ToolVersion
from agents_app.services.publishing.publication import Change, Publication
from agents_app.spec import ToolSpec
from baton.core.ids import new_id


def publish_tools(
    publication: Publication, definition: Definition, credentials: Mapping[str, Credential]
) -> dict[str, ToolSpec]:
    """The version in force of every tool of the definition.

    A withdrawn version stays withdrawn: publishing the same text again must not bring a stopped tool back.
    """
    tools = publication.upsert(Tool, "tool", {each.name: {} for each in definition.tools})
    latest = publication.latest_versions(ToolVersion.objects.filter(tool__in=tools.values()), "tool_id")
    published = {}
    for each in definition.tools:
        tool = tools[each.name]
        version = latest.get(tool.id)
        current = ToolSpec.model_validate(version.spec) if version else None
        spec = _spec(each, tool, version.number + 1 if version else 1, credentials)
        if current is None or current.content_digest() != spec.content_digest():
            ToolVersion.objects.create(
                id=spec.version_id,
                organization_id=publication.organization_id,
                tool=tool,
                number=spec.version,
                spec=spec.to_json(),
                digest=spec.definition_digest(),
            )
            publication.changes.append(Change("tool", each.name, spec.version))
            current = spec
        published[each.name] = current
    return published


def _spec(each: ToolDefinition, tool: Tool, number: int, credentials: Mapping[str, Credential]) -> ToolSpec:
    credential = each.credential
    if credential is not None:
        credential = credential.model_copy(update={"credential_id": str(credentials[credential.name].id)})
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
        credential=credential,
    )
