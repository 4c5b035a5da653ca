"""Where things are reached, with what uses them: connections, credentials, variables of a project.

The caller holds the organization's scope. Used is what would miss it: by a tool, as its newest version says
or one that a live agent pins, archived or not, since it may be taken back; by an agent, as its live version
says.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from agents_app.models import Credential, McpServer, ModelConnection, Variable

_IN_USE = """(v.id = a.live_version_id or v.id in (
  select (member->>'version_id')::uuid from agents_orchestration o
  join agents_orchestrationversion w on w.organization_id = o.organization_id and w.id = o.live_version_id
  cross join lateral jsonb_array_elements(w.spec->'members') member
  where o.organization_id = %(organization)s and o.project_id = %(project)s and o.archived_at is null))"""
"""A version of an agent that new runs use: the live one, and what live orchestrations pin."""
_TOOLS = f"""
select spec->>'tool_id', spec->>'name', spec->'credential'->>'name', spec->'http'->>'url',
  spec->'mcp'->>'server_id' from (
  select distinct on (v.tool_id) v.spec
  from agents_tool t
  join agents_toolversion v on v.organization_id = t.organization_id and v.tool_id = t.id
  where t.organization_id = %(organization)s and t.project_id = %(project)s
  order by v.tool_id, v.number desc
) newest
union
select tool->>'tool_id', tool->>'name', tool->'credential'->>'name', tool->'http'->>'url',
  tool->'mcp'->>'server_id'
from agents_agent a
join agents_agentversion v on v.organization_id = a.organization_id and {_IN_USE}
cross join lateral jsonb_array_elements(v.spec->'tools') pinned(tool)
where a.organization_id = %(organization)s and a.project_id = %(project)s and a.archived_at is null
order by 2
"""  # noqa: S608  (our own words)
_AGENTS = f"""
select distinct used.connection, a.id, a.name
from agents_agent a
join agents_agentversion v on v.organization_id = a.organization_id and {_IN_USE}
cross join lateral (
  select v.spec->>'connection_id' as connection
  union
  select each->>'connection_id' from jsonb_array_elements(coalesce(v.spec->'fallbacks', '[]')) each
) used
where a.organization_id = %(organization)s and a.project_id = %(project)s
order by 3
"""  # noqa: S608  (our own words)
_VARIABLE = re.compile(r"\{([A-Z][A-Z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class User:
    """What uses something."""

    kind: str
    id: str
    name: str

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "id": self.id, "name": self.name}


type Users = dict[str, list[User]]


def credentials_of(organization_id: UUID, project_id: UUID) -> QuerySet[Credential]:
    """The credentials of a project."""
    return Credential.objects.filter(organization_id=organization_id, project_id=project_id)


def connections_of(organization_id: UUID, project_id: UUID) -> QuerySet[ModelConnection]:
    """The model connections of a project, each with its credential."""
    rows = ModelConnection.objects.filter(organization_id=organization_id, project_id=project_id)
    return rows.select_related("credential")


def mcp_servers_of(organization_id: UUID, project_id: UUID) -> QuerySet[McpServer]:
    """The MCP servers of a project, each with its credential."""
    rows = McpServer.objects.filter(organization_id=organization_id, project_id=project_id)
    return rows.select_related("credential")


def variables_of(organization_id: UUID, project_id: UUID) -> QuerySet[Variable]:
    """The variables of a project."""
    return Variable.objects.filter(organization_id=organization_id, project_id=project_id)


def users_of_credentials(organization_id: UUID, project_id: UUID) -> Users:
    """By the credential's name: tools, connections and MCP servers."""
    users: Users = defaultdict(list)
    for tool, credential, _, _ in _tools(organization_id, project_id):
        if credential is not None and tool not in users[credential]:
            users[credential].append(tool)
    with_key = connections_of(organization_id, project_id).exclude(credential=None).order_by("name")
    for row in with_key:
        if row.credential is not None:
            users[row.credential.name].append(User("connection", str(row.id), row.name))
    for server in mcp_servers_of(organization_id, project_id).exclude(credential=None).order_by("name"):
        if server.credential is not None:
            users[server.credential.name].append(User("mcp_server", str(server.id), server.name))
    return dict(users)


def users_of_variables(organization_id: UUID, project_id: UUID) -> Users:
    """By the variable's name: tools."""
    users: Users = defaultdict(list)
    for tool, _, url, _ in _tools(organization_id, project_id):
        for name in dict.fromkeys(_VARIABLE.findall(url or "")):
            if tool not in users[name]:
                users[name].append(tool)
    return dict(users)


def users_of_mcp_servers(organization_id: UUID, project_id: UUID) -> Users:
    """By the server's id: tools."""
    users: Users = defaultdict(list)
    for tool, _, _, server_id in _tools(organization_id, project_id):
        if server_id is not None and tool not in users[server_id]:
            users[server_id].append(tool)
    return dict(users)


def users_of_connections(organization_id: UUID, project_id: UUID) -> Users:
    """By the connection's id: agents, archived ones too, since they may be taken back."""
    users: Users = defaultdict(list)
    for connection_id, agent_id, name in _rows(_AGENTS, organization_id, project_id):
        users[connection_id].append(User("agent", str(agent_id), name))
    return dict(users)


type _Needs = tuple[User, str | None, str | None, str | None]


def _tools(organization_id: UUID, project_id: UUID) -> list[_Needs]:
    """Each tool with what it needs: its credential by name, its address, its MCP server by id."""
    rows = _rows(_TOOLS, organization_id, project_id)
    return [(User("tool", tool_id, name), *needs) for tool_id, name, *needs in rows]


def _rows(sql: str, organization_id: UUID, project_id: UUID) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"organization": organization_id, "project": project_id})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
