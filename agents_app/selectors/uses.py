"""Where an object is used, and which newer versions the live version of an agent does not use yet.

The caller holds the organization's scope. Who uses is who would notice: agents and orchestrations that are
not archived, by their live versions, and the policy in force. Runs pin versions of their own and are found by
agent.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Max

from agents_app.kinds import Kind
from agents_app.models import Agent, AgentVersion, Orchestration, ToolVersion, TrainingProfileVersion
from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.selectors.policy import live_policy
from agents_app.spec import AgentSpec

_TOOL_COUNTS = """
select each->>'tool_id', count(*)
from agents_agent a
join agents_agentversion v on v.organization_id = a.organization_id and v.id = a.live_version_id
cross join lateral jsonb_array_elements(v.spec->'tools') each
where a.organization_id = %s and a.project_id = %s and a.archived_at is null
group by 1
"""
_PROFILE_COUNTS = """
select v.spec->'profile'->>'profile_id', count(*)
from agents_agent a
join agents_agentversion v on v.organization_id = a.organization_id and v.id = a.live_version_id
where a.organization_id = %s and a.project_id = %s and a.archived_at is null
group by 1
"""


_MEMBER_COUNTS = """
select each->>'agent_id', count(*)
from agents_orchestration o
join agents_orchestrationversion v on v.organization_id = o.organization_id and v.id = o.live_version_id
cross join lateral jsonb_array_elements(v.spec->'members') each
where o.organization_id = %s and o.project_id = %s and o.archived_at is null
group by 1
"""


def orchestrations_using(organization_id: UUID, project_id: UUID, agent_id: UUID) -> list[Orchestration]:
    """The orchestrations of whose live version the agent is a member, by name; each with that version."""
    live = Orchestration.objects.filter(
        organization_id=organization_id,
        project_id=project_id,
        archived_at=None,
        live_version__spec__members__contains=[{"agent_id": str(agent_id)}],
    )
    return list(live.select_related("live_version").order_by("name"))


def agents_using(organization_id: UUID, project_id: UUID, kind: Kind, object_id: UUID) -> list[Agent]:
    """The agents whose live version uses a tool or a profile, by name; each comes with that version."""
    agents = Agent.objects.filter(organization_id=organization_id, project_id=project_id, archived_at=None)
    match kind:
        case Kind.TOOL:
            used: dict[str, Any] = {"live_version__spec__tools__contains": [{"tool_id": str(object_id)}]}
        case Kind.PROFILE:
            used = {"live_version__spec__profile__profile_id": str(object_id)}
        case _:
            return []
    return list(agents.filter(**used).select_related("live_version").order_by("name"))


def used_by(
    organization_id: UUID, project_id: UUID, kind: Kind, object_id: UUID, name: str, live: int | None
) -> list[dict[str, Any]]:
    """Every user with the version of the object that it uses; `is_live` where that is the newest."""
    users = [
        {
            "kind": Kind.AGENT.value,
            "id": agent.id,
            "name": agent.name,
            "version": number,
            "is_live": number == live,
        }
        for agent in agents_using(organization_id, project_id, kind, object_id)
        for number in [_pinned(agent, kind, object_id)]
    ]
    if kind is Kind.AGENT:
        users += [
            {
                "kind": Kind.ORCHESTRATION.value,
                "id": each.id,
                "name": each.name,
                "version": number,
                "is_live": number == live,
            }
            for each in orchestrations_using(organization_id, project_id, object_id)
            for number in [_member_version(each, object_id)]
        ]
    if kind is Kind.TOOL:
        policy = live_policy(organization_id, project_id)
        if any(rule.tool == name for rule in policy.rules):
            # A rule is about the tool by name, hence about every version of it.
            users.append(
                {
                    "kind": Kind.POLICY.value,
                    "id": policy.policy_id,
                    "name": "policy",
                    "version": None,
                    "is_live": True,
                }
            )
    return users


def counts_of_use(organization_id: UUID, project_id: UUID, kind: Kind) -> dict[str, int]:
    """How many agents use each tool or profile of a project, or orchestrations each agent, by its id."""
    counts = {Kind.TOOL: _TOOL_COUNTS, Kind.PROFILE: _PROFILE_COUNTS, Kind.AGENT: _MEMBER_COUNTS}
    sql = counts.get(kind)
    if sql is None:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(sql, [organization_id, project_id])
        return dict(cursor.fetchall())


def named_by_policy(organization_id: UUID, project_id: UUID) -> frozenset[str]:
    """The tools that the policy in force has rules about."""
    return frozenset(rule.tool for rule in live_policy(organization_id, project_id).rules)


def outdated_pins(organization_id: UUID, spec: AgentSpec) -> list[dict[str, Any]]:
    """What has a newer version than the one that this version of an agent pins."""
    newest = _newest(ToolVersion, "tool_id", organization_id, [tool.tool_id for tool in spec.tools])
    profile = _newest(TrainingProfileVersion, "profile_id", organization_id, [spec.profile.profile_id])
    pins = [
        (Kind.PROFILE, spec.profile.name, spec.profile.version, profile.get(spec.profile.profile_id)),
        *((Kind.TOOL, tool.name, tool.version, newest.get(tool.tool_id)) for tool in spec.tools),
    ]
    return [
        {"kind": kind.value, "name": name, "uses": uses, "newest": number}
        for kind, name, uses, number in pins
        if number is not None and number > uses
    ]


def outdated_members(organization_id: UUID, spec: OrchestrationSpec) -> list[dict[str, Any]]:
    """Members of which there is a newer version than the one that this version of an orchestration pins."""
    newest = _newest(AgentVersion, "agent_id", organization_id, [each.agent_id for each in spec.members])
    return [
        {"kind": Kind.AGENT.value, "name": each.name, "uses": each.version, "newest": number}
        for each in spec.members
        for number in [newest.get(each.agent_id)]
        if number is not None and number > each.version
    ]


def _member_version(orchestration: Orchestration, agent_id: UUID) -> int:
    assert orchestration.live_version is not None
    spec = OrchestrationSpec.model_validate(orchestration.live_version.spec)
    return next(member.version for member in spec.members if member.agent_id == str(agent_id))


def _pinned(agent: Agent, kind: Kind, object_id: UUID) -> int:
    assert agent.live_version is not None
    spec = AgentSpec.model_validate(agent.live_version.spec)
    if kind is Kind.PROFILE:
        return spec.profile.version
    return next(tool.version for tool in spec.tools if tool.tool_id == str(object_id))


def _newest(versions: Any, parent: str, organization_id: UUID, ids: Sequence[str]) -> dict[str, int]:
    rows = versions.objects.filter(organization_id=organization_id, **{f"{parent}__in": ids})
    return {str(key): number for key, number in rows.values_list(parent).annotate(Max("number"))}
