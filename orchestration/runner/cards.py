"""The card of an approval: what a person is shown, bound by one digest to what will execute (promise P17)."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from agents_app.sentence import fill_sentence
from agents_app.spec import McpSpec, ToolSpec
from agents_app.tools.http.request import destination
from baton.core.clock import to_rfc3339
from baton.core.ids import new_id
from baton.egress.allow import NOTHING
from baton.egress.errors import EgressError
from baton.egress.rule import read_url
from orchestration.engine.approvals import Verdict
from orchestration.engine.binding import Binding, approval_digest, binding_json
from orchestration.engine.events import EventKind
from orchestration.engine.kinds.converse import Call
from orchestration.runner.draft import TaskDraft
from orchestration.runner.project import Project, StoredServer


@dataclass(frozen=True, slots=True)
class CardContext:
    """What is the same for every card of a run."""

    organization_id: str
    project_id: str
    run_id: str
    agent_version_id: str
    requester_id: str
    now: datetime
    deadline: datetime


def host_of(tool: ToolSpec, arguments: Mapping[str, Any], project: Project) -> str:
    """Where the call would go, as of now; the empty text where its address cannot be built."""
    return _place_of(tool, arguments, project)[0]


def path_of(tool: ToolSpec, arguments: Mapping[str, Any], project: Project) -> str:
    """The path at that host, without its query; the empty text likewise."""
    return _place_of(tool, arguments, project)[1]


def _place_of(tool: ToolSpec, arguments: Mapping[str, Any], project: Project) -> tuple[str, str]:
    if tool.mcp is not None:
        return _place_at_server(tool.mcp, project.server_of(tool))
    try:
        url, host = destination(tool, arguments, project.variables)
    except Exception:  # an address that cannot be built stops the call when it starts, not the card
        return "", ""
    return host, urlsplit(url).path or "/"


def _place_at_server(mcp: McpSpec, server: StoredServer | None) -> tuple[str, str]:
    """The host of the server; the path there, and what the server calls the tool."""
    if server is None:
        return "", ""
    try:
        place = read_url(server.place.url, NOTHING)
    except EgressError:
        return "", ""
    return place.authority, f"{urlsplit(place.url).path or '/'}#{mcp.tool}"


def ask_person(
    draft: TaskDraft,
    context: CardContext,
    *,
    call: Call,
    step: str,
    tool: ToolSpec,
    arguments: Mapping[str, Any],
    project: Project,
    verdict: Verdict,
    revision: int,
    because: Sequence[str] = (),
) -> None:
    """Write a new card into the draft: its row and its event, and the call is awaiting."""
    expires_at = min(context.now + timedelta(seconds=verdict.expires_after_seconds), context.deadline)
    credential = project.credential_of(tool)
    binding = Binding(
        organization=context.organization_id,
        run=context.run_id,
        step=step,
        call=call.id,
        attempt_group=revision,
        agent_version=context.agent_version_id,
        tool_id=tool.tool_id,
        tool_version=tool.version_id,
        tool_def_digest=tool.definition_digest(),
        args=arguments,
        dest_host=host_of(tool, arguments, project),
        credential_id=credential.id if credential else None,
        matched_rule=verdict.matched_rule,
        impact_class=tool.effect_class.value,
        requester=context.requester_id,
        expires_at=to_rfc3339(expires_at),
        nonce=secrets.token_hex(16),
        execute_within=verdict.execute_within_seconds,
    )
    approval = str(new_id())
    digest = approval_digest(binding)
    card = {
        "sentence": fill_sentence(tool.sentence, tool.name, arguments),
        "tool": tool.name,
        "host": binding.dest_host,
        "method": tool.shown_method,
        "url_path": path_of(tool, arguments, project),
        "credential": credential.name if credential else None,
        "arguments": arguments,
        "effect_class": tool.effect_class.value,
        "risk": tool.shown_risk.value,
        "grace_seconds": verdict.grace_seconds,
        "rule": {"id": verdict.rule_id, "text": verdict.rule_text},
        "because": list(because),
    }
    draft.row(
        "approval",
        {
            "id": approval,
            "project_id": context.project_id,
            "call_id": call.id,
            "revision": revision,
            "digest": digest,
            "binding": binding_json(binding),
            "card": card,
            "expires_at": binding.expires_at,
            "execute_within_seconds": binding.execute_within,
        },
    )
    draft.move_call(call.id, "awaiting")
    draft.add(
        EventKind.APPROVAL_REQUESTED,
        {
            "approval": approval,
            "call": call.id,
            "revision": revision,
            "digest": digest,
            "expires_at": binding.expires_at,
            **card,
        },
    )
