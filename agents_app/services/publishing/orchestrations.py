"""Publish orchestrations: a new version where anything it says or pins changed."""

from collections.abc import Mapping

from agents_app.definition import Definition, OrchestrationDefinition
from agents_app.kinds import Kind
from agents_app.models import AgentVersion, Orchestration, OrchestrationVersion
from agents_app.orchestration_spec import MemberSpec, OrchestrationSpec
from agents_app.services.publishing.publication import Publication
from agents_app.spec import AgentSpec


def publish_orchestrations(
    publication: Publication, definition: Definition, agents: Mapping[str, AgentVersion]
) -> None:
    """Every orchestration of the definition; `agents` are the live versions that it pins, by name."""
    wanted = {each.name: {"archived_at": None} for each in definition.orchestrations}
    rows = publication.upsert(Orchestration, "orchestration", wanted)
    latest = publication.latest_versions(
        OrchestrationVersion.objects.filter(orchestration__in=rows.values()), "orchestration_id"
    )
    for each in definition.orchestrations:
        row = rows[each.name]
        publish_orchestration(publication, row, latest.get(row.id), each, agents)


def publish_orchestration(
    publication: Publication,
    row: Orchestration,
    latest: OrchestrationVersion | None,
    each: OrchestrationDefinition,
    agents: Mapping[str, AgentVersion],
) -> OrchestrationVersion:
    """The live version of one orchestration."""
    spec = _spec(each, row, agents)
    version = latest
    if version is None or version.digest != spec.content_digest():
        spec = spec.model_copy(update={"version": version.number + 1 if version else 1})
        version = OrchestrationVersion.objects.create(
            **publication.authorship,
            orchestration=row,
            number=spec.version,
            spec=spec.to_json(),
            digest=spec.content_digest(),
        )
        publication.note_version(Kind.ORCHESTRATION, row.id, row.name, version.number)
    if row.live_version_id != version.id or row.description != spec.description:
        row.live_version = version
        row.description = spec.description
        row.save(update_fields=["live_version", "description"])
    return version


def _spec(
    each: OrchestrationDefinition, row: Orchestration, agents: Mapping[str, AgentVersion]
) -> OrchestrationSpec:
    members = []
    for member in each.members:
        version = agents[member.agent]
        agent = AgentSpec.model_validate(version.spec)
        members.append(
            MemberSpec(
                agent_id=str(version.agent_id),
                version_id=str(version.id),
                version=version.number,
                name=member.agent,
                specialization=agent.profile.specialization,
                skills=agent.profile.skills,
                tags=agent.tags,
                roles=member.roles,
            )
        )
    return OrchestrationSpec(
        orchestration_id=str(row.id),
        version=1,
        name=each.name,
        description=each.description,
        members=tuple(members),
        planner=each.planner,
        review=each.review,
        compose=each.compose,
        on_failure=each.on_failure,
        limits=each.limits,
    )
