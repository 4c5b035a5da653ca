"""What has drafts and versions, as lists and pages show it. The caller holds the organization's scope."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from agents_app.definition.content import Checked
from agents_app.definition.text import content_text
from agents_app.kinds import Kind
from agents_app.models import Agent
from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.selectors.agents import summarise_agents
from agents_app.selectors.check import Given, check_given
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.mcp_tools import quarantines_of
from agents_app.selectors.objects import Found, drafts_of, live_versions, version_content
from agents_app.selectors.uses import (
    counts_of_use,
    named_by_policy,
    outdated_members,
    outdated_pins,
    used_by,
)
from agents_app.spec import AgentSpec, ToolSpec, TrainingSpec
from baton.egress.allow import AllowList


def summaries(
    kind: Kind, organization_id: UUID, project_id: UUID, rows: Sequence[Any]
) -> list[dict[str, Any]]:
    """The objects of one page: as many queries for many as for one."""
    table = KINDS[kind]
    lives = live_versions(table, organization_id, rows)
    drafts = drafts_of(kind, organization_id, rows)
    counts = counts_of_use(organization_id, project_id, kind)
    ruled = named_by_policy(organization_id, project_id) if kind is Kind.TOOL else frozenset()
    quarantines = _quarantines(kind, organization_id, lives.values())
    shown = []
    for row in rows:
        found = Found(table, row, lives.get(row.id), drafts.get(row.id))
        uses = counts.get(str(row.id), 0) + (found.name in ruled)
        shown.append({**facts(found), **_of_kind(found, quarantines), "used_by": uses})
    if kind is Kind.AGENT:
        return _with_agents(organization_id, rows, lives, shown)
    return shown


def facts(found: Found) -> dict[str, Any]:
    """What is shown of every object."""
    live, draft = found.live, found.draft
    return {
        "id": found.row.id if found.row else None,
        "name": found.name,
        "description": _description(found),
        "version": found.number,
        "version_id": live.id if live else None,
        "published_at": live.created_at if live else None,
        "published_by": person(live.created_by) if live else None,
        "archived_at": found.archived_at,
        "draft": {
            "revision": draft.revision,
            "updated_at": draft.updated_at,
            "updated_by": person(draft.updated_by),
        }
        if draft
        else None,
    }


def detail(found: Found, organization_id: UUID, project_id: UUID, allow: AllowList) -> dict[str, Any]:
    """Everything about one object, its draft included."""
    live, kind = found.live, found.table.kind
    content = version_content(found.table, live) if live else None
    users: list[dict[str, Any]] = []
    if found.row is not None:
        users = used_by(organization_id, project_id, kind, found.row.id, found.name, found.number)
    quarantines = _quarantines(kind, organization_id, [live] if live else [])
    return {
        **facts(found),
        **_of_kind(found, quarantines),
        "notes": live.notes if live else "",
        "content": content,
        "text": None if content is None else content_text(content),
        "draft": show_draft(found, organization_id, project_id, allow) if found.draft else None,
        "used_by": users,
        "outdated": _outdated(organization_id, kind, live) if live else [],
    }


def _outdated(organization_id: UUID, kind: Kind, live: Any) -> list[dict[str, Any]]:
    match kind:
        case Kind.AGENT:
            return outdated_pins(organization_id, AgentSpec.model_validate(live.spec))
        case Kind.ORCHESTRATION:
            return outdated_members(organization_id, OrchestrationSpec.model_validate(live.spec))
        case _:
            return []


def show_draft(found: Found, organization_id: UUID, project_id: UUID, allow: AllowList) -> dict[str, Any]:
    """The draft of an object that has one, with everything that is wrong with it today."""
    draft = found.draft
    assert draft is not None

    def check(content: Any) -> Checked:
        return check_given(
            organization_id, project_id, found.table.kind, found.name, Given(content=content), allow
        )

    checked = check(draft.content)
    changed = True
    if found.live is not None and not getattr(found.live, "withdrawn_at", None):
        content = version_content(found.table, found.live)
        # Two ways to write one thing are no change.
        changed = content != draft.content and (
            bool(checked.problems) or check(content).value != checked.value
        )
    return {
        "content": draft.content,
        "text": checked.text,
        "revision": draft.revision,
        "base_number": draft.base_number,
        "updated_at": draft.updated_at,
        "updated_by": person(draft.updated_by),
        "problems": [problem.to_json() for problem in checked.problems],
        "changed": changed,
    }


def person(user: Any) -> dict[str, Any] | None:
    """Somebody by name; None where nobody is known, as of what was published before names were kept."""
    return {"id": user.id, "name": str(user)} if user else None


def _description(found: Found) -> str:
    """Of the live version; before there is one, what the draft says so far."""
    if found.live is not None:
        match found.table.kind:
            case Kind.AGENT | Kind.ORCHESTRATION:
                return str(found.row.description)
            case Kind.TOOL:
                return str(found.live.spec["description"])
            case Kind.PROFILE:
                return str(found.live.spec["specialization"])
            case _:
                return ""
    content: Any = found.draft.content if found.draft else {}
    said = content.get("specialization" if found.table.kind is Kind.PROFILE else "description", "")
    return said if isinstance(said, str) else ""


def _quarantines(kind: Kind, organization_id: UUID, lives: Iterable[Any]) -> dict[UUID, str]:
    """Of tools of servers, which are the only ones that have any."""
    ids = [live.id for live in lives if kind is Kind.TOOL and live.spec.get("mcp")]
    return quarantines_of(organization_id, ids) if ids else {}


def _of_kind(found: Found, quarantines: Mapping[UUID, str]) -> dict[str, Any]:
    """What only one kind has."""
    match found.table.kind:
        case Kind.TOOL:
            return _tool_facts(found, quarantines)
        case Kind.PROFILE:
            spec = TrainingSpec.model_validate(found.live.spec) if found.live else None
            return {
                "specialization": spec.specialization if spec else None,
                "skills": len(spec.skills) if spec else 0,
            }
        case Kind.ORCHESTRATION:
            team = OrchestrationSpec.model_validate(found.live.spec) if found.live else None
            return {
                "members": [member.name for member in team.members] if team else [],
                "planner": team.planner.kind if team else None,
                "max_reviews": team.review.max_reviews if team else None,
            }
        case _:
            return {}


def _tool_facts(found: Found, quarantines: Mapping[UUID, str]) -> dict[str, Any]:
    spec = ToolSpec.model_validate(found.live.spec) if found.live else None
    return {
        "method": spec.shown_method if spec else None,
        "url": spec.shown_url if spec else None,
        "effect_class": spec.effect_class.value if spec else None,
        "risk": spec.shown_risk.value if spec else None,
        "credential": spec.credential.name if spec and spec.credential else None,
        "server": spec.mcp.server if spec and spec.mcp else None,
        "quarantine": quarantines.get(found.live.id) if found.live else None,
        "withdrawn": bool(found.live and found.live.withdrawn_at),
    }


def _with_agents(
    organization_id: UUID, rows: Sequence[Agent], lives: Mapping[UUID, Any], shown: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    for row in rows:
        row.live_version = lives.get(row.id)
    agents = summarise_agents(organization_id, rows)
    return [{**line, "agent": agent} for line, agent in zip(shown, agents, strict=True)]
