"""What is live in a project, as the definition file writes it: contents by section and name.

Drafts, archived things and values of secrets are not in it. The caller holds the organization's scope.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agents_app.definition.content import content_of
from agents_app.definition.contents import duration
from agents_app.definition.servers import USUAL_TIMEOUT
from agents_app.kinds import Kind
from agents_app.models import (
    Agent,
    Credential,
    McpServer,
    ModelConnection,
    Orchestration,
    PriceTable,
    ToolPolicy,
    ToolVersion,
    TrainingProfileVersion,
    Variable,
)
from agents_app.spec import ANY_TOOL

type Section = dict[str, Any]


def project_contents(organization_id: UUID, project_id: UUID) -> dict[str, Section]:
    """By section, the content of each object by name; a section that stands alone has one, named like it."""
    organization = {"organization_id": organization_id}
    place = {**organization, "project_id": project_id}
    connections = list(ModelConnection.objects.filter(**place).select_related("credential"))
    teams = _orchestrations(place)
    members = {_member_of(each) for team in teams.values() for each in team["members"]}
    agents = _agents(place, {str(row.id): row.name for row in connections}, members)
    policy = _live(ToolPolicy, place, "rules", Kind.POLICY)
    prices = _live(PriceTable, place, "prices", Kind.PRICES)
    named_tools = {name for agent in agents.values() for name in agent.get("tools", ())}
    named_tools |= {_tool_of(rule) for rule in policy.get("policy", {}).get("rules", ())} - {ANY_TOOL}
    return {
        "variables": dict(Variable.objects.filter(**place).values_list("name", "value")),
        "credentials": {row.name: _credential(row) for row in Credential.objects.filter(**place)},
        "connections": {row.name: _connection(row) for row in connections},
        "mcp_servers": {
            row.name: _mcp_server(row)
            for row in McpServer.objects.filter(**place).select_related("credential")
        },
        "profiles": _profiles(organization, project_id, {agent["profile"] for agent in agents.values()}),
        "tools": _tools(organization, project_id, named_tools),
        "policy": policy,
        "prices": prices,
        "agents": agents,
        "orchestrations": teams,
    }


def _orchestrations(place: Mapping[str, UUID]) -> Section:
    live = Orchestration.objects.filter(**place, archived_at=None).exclude(live_version=None)
    rows = live.values_list("name", "live_version__spec")
    return {name: content_of(Kind.ORCHESTRATION, spec) for name, spec in rows}


def _member_of(member: Any) -> str:
    return str(member["agent"] if isinstance(member, dict) else member)


def _agents(place: Mapping[str, UUID], connections: Mapping[str, str], named: set[str]) -> Section:
    """An archived one only where an orchestration has it as a member."""
    live = Agent.objects.filter(**place).exclude(live_version=None)
    rows = live.values_list("name", "archived_at", "live_version__spec")
    return {
        name: content_of(Kind.AGENT, spec, connections)
        for name, archived_at, spec in rows
        if archived_at is None or name in named
    }


def _profiles(organization: Mapping[str, UUID], project_id: UUID, named: set[str]) -> Section:
    """The newest of each; an archived one only where an agent is trained with it."""
    versions = TrainingProfileVersion.objects.filter(**organization, profile__project_id=project_id)
    rows = versions.order_by("profile_id", "-number").distinct("profile_id")
    return {
        name: content_of(Kind.PROFILE, spec)
        for name, archived_at, spec in rows.values_list("profile__name", "profile__archived_at", "spec")
        if archived_at is None or name in named
    }


def _tools(organization: Mapping[str, UUID], project_id: UUID, named: set[str]) -> Section:
    """The newest of each; an archived one only where an agent or a rule names it."""
    versions = ToolVersion.objects.filter(**organization, tool__project_id=project_id)
    rows = versions.order_by("tool_id", "-number").distinct("tool_id")
    return {
        name: content_of(Kind.TOOL, spec)
        for name, archived_at, spec in rows.values_list("tool__name", "tool__archived_at", "spec")
        if archived_at is None or name in named
    }


def _live(model: Any, place: Mapping[str, UUID], stored: str, kind: Kind) -> Section:
    found = model.objects.filter(**place).exclude(live_version=None)
    value = found.values_list(f"live_version__{stored}", flat=True).first()
    return {} if value is None else {kind.value: content_of(kind, value)}


def _tool_of(rule: Mapping[str, Any]) -> str:
    return str(next(rule[outcome] for outcome in ("allow", "ask", "deny") if outcome in rule))


def _credential(row: Credential) -> dict[str, Any]:
    """Where it may be sent, never what."""
    return {
        "host": row.host,
        "header": row.header,
        **({"prefix": row.prefix} if row.prefix else {}),
        **({"from_environment": row.secret_variable} if row.secret_variable else {}),
    }


def _connection(row: ModelConnection) -> dict[str, Any]:
    return {
        "provider": row.provider,
        **({"base_url": row.base_url} if row.base_url else {}),
        **({} if row.script is None else {"script": row.script}),
        **({"key_from_environment": row.secret_variable} if row.secret_variable else {}),
        **({"credential": row.credential.name} if row.credential else {}),
        **({"capabilities": dict(row.capabilities)} if row.capabilities else {}),
        **({"model_capabilities": dict(row.model_capabilities)} if row.model_capabilities else {}),
        **({} if row.transport == "sdk" else {"transport": row.transport}),
        **({} if row.history == "client" else {"history": row.history}),
        **({} if row.max_in_flight is None else {"max_in_flight": row.max_in_flight}),
    }


def _mcp_server(row: McpServer) -> dict[str, Any]:
    return {
        "url": row.url,
        **({"credential": row.credential.name} if row.credential else {}),
        **({"trusted": True} if row.is_trusted else {}),
        **({} if row.timeout_seconds == USUAL_TIMEOUT else {"timeout": duration(row.timeout_seconds)}),
    }
