"""Try a tool: show the request that a call would be, and send exactly that where somebody says so.

A real try is judged by today's policy like the call of a run. It is written down before anything leaves, and
its key makes sure that it leaves once (`baton.api.effects`).
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from agents_app.arguments import InvalidArguments
from agents_app.definition.values import ToolDefinition
from agents_app.kinds import Kind
from agents_app.models import ToolVersion
from agents_app.selectors import live_policy
from agents_app.selectors.check import Given, check_given
from agents_app.selectors.objects import find_object
from agents_app.selectors.places import variables_of
from agents_app.services.drafts.content import invalid_definition
from agents_app.spec import Outcome, ToolSpec
from baton.audit.record import record
from baton.core.errors import Conflict, NotFound, Unprocessable
from baton.core.ids import new_id
from baton.egress.allow import AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.approvals.services import require_reviewer
from orchestration.tries.project_secrets import ProjectSecrets, secrets_of
from orchestration.tries.refusals import unusable_arguments
from orchestration.tries.sending import Tried, TriedFailure
from orchestration.tries.tool_call import Around, ToolCall, make_call, spec_of

_UNNAMED: Final = "tool"


@dataclass(frozen=True, slots=True)
class WantedTry:
    """What somebody wants to try. `tool_id`: the tool whose name counts for the policy; otherwise `name`."""

    given: Given
    arguments: Any
    tool_id: UUID | None = None
    name: str = _UNNAMED


@dataclass(frozen=True, slots=True)
class PreparedTry:
    """A call that could be sent now, and what must not be read in its answer."""

    call: ToolCall
    secrets: ProjectSecrets
    tool_id: UUID | None


def prepare_try(*, actor: Actor, wanted: WantedTry, allow: AllowList) -> PreparedTry:
    """Everything that is shown of a try; nothing leaves and nothing is kept.

    Refused is content that could not be published, and arguments that a run would not send.
    """
    actor.require("agents:try")
    with organization_scope(actor.organization_id):
        secrets = secrets_of(actor.organization_id, actor.project_id)
        tool = _tool(actor, wanted, allow, secrets)
        around = Around(
            place={"organization": str(actor.organization_id), "project": str(actor.project_id)},
            variables=dict(
                variables_of(actor.organization_id, actor.project_id).values_list("name", "value")
            ),
            rules=live_policy(actor.organization_id, actor.project_id).rules,
            secrets=secrets,
            allow=allow,
        )
        try:
            call = make_call(tool, wanted.arguments, around, str(new_id()))
        except InvalidArguments as error:
            raise unusable_arguments(error) from None
    return PreparedTry(call, secrets, wanted.tool_id)


def begin_try(*, actor: Actor, wanted: WantedTry, digest: str, allow: AllowList) -> PreparedTry:
    """A real try, allowed and written down: from here on it may leave. The caller holds the transaction.

    Refused is what differs from what was shown, what was withdrawn, what policy denies, and what it asks
    where the actor could not decide that.
    """
    actor.require("tools:edit")  # the content is the actor's own, and a credential may go with it
    prepared = prepare_try(actor=actor, wanted=wanted, allow=allow)
    call = prepared.call
    if call.digest != digest:
        message = "What would be sent now is not what was shown: look at it again."
        raise Conflict("digest_mismatch", message, details={"digest": call.digest})
    with organization_scope(actor.organization_id):
        _refuse_withdrawn(actor, call.invocation.tool)
    _require_verdict(actor, call)
    if not call.has_secret:
        raise Unprocessable("invalid_reference", missing_secret(call), field="credential")
    _write_down(actor, prepared, {"step": "sending", "status": None})
    return prepared


def end_try(*, actor: Actor, prepared: PreparedTry, tried: Tried) -> None:
    """Write down what came of it, beside what was written before it left."""
    detail: dict[str, Any] = {"step": "answered", "status": tried.status}
    if isinstance(tried, TriedFailure):
        detail |= {"step": "failed", "code": tried.code, "sent": tried.sent}
    _write_down(actor, prepared, detail)


def missing_secret(call: ToolCall) -> str:
    """Why a call with a credential cannot be sent from here."""
    credential = call.invocation.tool.credential
    return f"The credential '{credential.name if credential else ''}' has no value on this server."


def _tool(actor: Actor, wanted: WantedTry, allow: AllowList, secrets: ProjectSecrets) -> ToolSpec:
    name = wanted.name
    if wanted.tool_id is not None:
        found = find_object(Kind.TOOL, actor.organization_id, actor.project_id, wanted.tool_id)
        if found is None:
            raise NotFound
        name = found.name
    checked = check_given(actor.organization_id, actor.project_id, Kind.TOOL, name, wanted.given, allow)
    if checked.problems or not isinstance(checked.value, ToolDefinition):
        raise invalid_definition(checked.problems)
    return spec_of(checked.value, str(wanted.tool_id or ""), secrets.ids)


def _refuse_withdrawn(actor: Actor, tool: ToolSpec) -> None:
    """What was stopped everywhere is not started by hand either, until it is another or published anew."""
    versions = ToolVersion.objects.filter(
        organization_id=actor.organization_id,
        tool__project_id=actor.project_id,
        tool__name=tool.name,
        digest=tool.definition_digest(),
    )
    newest = versions.order_by("-number").first()
    if newest is not None and newest.withdrawn_at is not None:
        message = f"Version {newest.number} of '{tool.name}' says exactly this, and it was withdrawn."
        raise Conflict("tool_withdrawn", message, details={"version": newest.number})


def _require_verdict(actor: Actor, call: ToolCall) -> None:
    verdict = call.verdict
    if verdict.outcome is Outcome.DENY:
        details = {"rule": {"id": verdict.rule_id, "text": verdict.rule_text}}
        raise Conflict("denied_by_policy", f"Policy denies this call: {verdict.rule_text}", details=details)
    if verdict.outcome is Outcome.ASK:
        require_reviewer(actor)


def _write_down(actor: Actor, prepared: PreparedTry, more: dict[str, Any]) -> None:
    call = prepared.call
    credential = call.invocation.tool.credential
    record(
        actor=actor,
        action="tools:try",
        object_kind=Kind.TOOL.value,
        object_id=prepared.tool_id or "",
        detail={
            "tool": call.invocation.tool.name,
            "digest": call.digest,
            "method": call.request.method,
            "host": call.destination.authority,
            "credential": credential.name if credential else None,
            "verdict": call.verdict.outcome.value,
            "key": call.invocation.idempotency_key,
            **more,
        },
    )
