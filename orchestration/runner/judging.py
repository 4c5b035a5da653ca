"""Judging calls: when they are proposed, when a card has become void, and once more when they start."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from agents_app.arguments import InvalidArguments, parse_arguments
from agents_app.sentence import fill_sentence
from agents_app.spec import ToolSpec
from baton.core.canonical import canonical_text
from orchestration.engine.approvals import Verdict, is_stricter, judge
from orchestration.engine.binding import Binding, Difference, approval_digest, differences
from orchestration.engine.bodies import load_text
from orchestration.engine.events import EventKind, ResultKind
from orchestration.engine.fingerprint import fingerprint_of
from orchestration.engine.kinds.converse import Call
from orchestration.engine.refusals import denied_text, rejected_before_text
from orchestration.engine.states import CallState, Outcome
from orchestration.runner.agents import LoadedAgent
from orchestration.runner.cards import CardContext, ask_person, host_of, path_of
from orchestration.runner.draft import TaskDraft, ledger_row
from orchestration.runner.project import Project
from orchestration.runner.store import StoredCall


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything a judgement needs: the agent as pinned, the project as it is today."""

    agent: LoadedAgent
    project: Project
    context: CardContext
    task_id: str


def propose(draft: TaskDraft, bench: Bench, call: Call, bodies: Mapping[str, str]) -> None:
    """Validate and judge a call for the first time, and write its line into the ledger."""
    tool = bench.agent.spec.tool(call.tool)
    if tool is None:
        _refuse(draft, bench, call, None, ResultKind.UNKNOWN_TOOL.value, f"There is no tool {call.tool!r}.")
        return
    try:
        arguments = parse_arguments(load_text(call.arguments, bodies), bench.agent.schemas[tool.name])
    except InvalidArguments as error:
        _refuse(draft, bench, call, tool, error.code, error.message)
        return
    if fingerprint_of(tool.name, arguments) in draft.state.rejected:
        code = ResultKind.REJECTED_BEFORE.value
        _refuse(draft, bench, call, tool, code, rejected_before_text(), arguments)
        return
    verdict = judge(bench.project.rules, tool, arguments)
    state = {
        Outcome.ALLOW: CallState.ALLOWED,
        Outcome.ASK: CallState.AWAITING,
        Outcome.DENY: CallState.DENIED,
    }
    draft.new_call(_row(draft, bench, call, tool, arguments, state[verdict.outcome]))
    draft.add(
        EventKind.TOOL_CALL_PROPOSED,
        {
            **_proposal(draft, call, tool),
            "arguments": arguments,
            "sentence": fill_sentence(tool.sentence, tool.name, arguments),
            "host": host_of(tool, arguments, bench.project),
            "outcome": verdict.outcome.value,
            "rule": {"id": verdict.rule_id, "text": verdict.rule_text},
            "problem": None,
        },
    )
    if verdict.outcome is Outcome.ASK:
        ask_person(
            draft,
            bench.context,
            call=call,
            step=_step(draft),
            tool=tool,
            arguments=arguments,
            project=bench.project,
            verdict=verdict,
            revision=1,
        )


def ask_again(
    draft: TaskDraft, bench: Bench, call: Call, stored: StoredCall, tool: ToolSpec, because: list[str]
) -> None:
    """The card is void: supersede it and ask anew, naming what moved; or deny, where policy now says so."""
    draft.move_approval(stored.approval_id, "superseded")
    draft.add(
        EventKind.APPROVAL_SUPERSEDED,
        {"approval": stored.approval_id, "call": call.id, "because": because},
    )
    arguments = json.loads(stored.arguments)
    verdict = judge(bench.project.rules, tool, arguments)
    if verdict.outcome is Outcome.DENY:
        deny(draft, call)
        return
    # A card was shown once: the person is asked again, even where policy would now let the call pass.
    ask_person(
        draft,
        bench.context,
        call=call,
        step=str(stored.binding["step"]),
        tool=tool,
        arguments=arguments,
        project=bench.project,
        verdict=verdict,
        revision=stored.revision + 1,
        because=because,
    )


def deny(draft: TaskDraft, call: Call) -> None:
    """End a call that policy does not allow any more."""
    draft.move_call(call.id, "denied", result_kind=ResultKind.DENIED.value)
    draft.add(
        EventKind.TOOL_CALL_COMPLETED,
        {
            "call": call.id,
            "kind": ResultKind.DENIED.value,
            "content": denied_text(call.tool),
            "code": "denied",
        },
    )


def moved_since(stored: StoredCall, tool: ToolSpec, project: Project) -> list[str]:
    """What differs between the card and what would run now; `binding` means that the record is broken."""
    try:
        shown = Binding(**stored.binding)
        arguments = json.loads(stored.arguments)
        is_whole = approval_digest(shown) == stored.digest and canonical_text(arguments) == stored.arguments
    except (TypeError, ValueError):  # whoever changed it by hand did not even keep its form
        is_whole = False
    if not is_whole:
        return [Difference.BINDING.value]
    credential = project.credential_of(tool)
    now = replace(
        shown,
        args=arguments,
        tool_def_digest=tool.definition_digest(),
        impact_class=tool.effect_class.value,
        dest_host=host_of(tool, arguments, project),
        credential_id=credential.id if credential else None,
    )
    found = differences(shown, now)
    if Difference.ARGUMENTS.value in found:
        return [Difference.BINDING.value]
    # The host is bound, the path is only shown: a variable may hold a part of it.
    shown_path = stored.card.get("url_path", "")
    if not found and shown_path and shown_path != path_of(tool, arguments, project):
        return [Difference.DESTINATION.value]
    return found


def policy_is_stricter(stored: StoredCall, tool: ToolSpec, project: Project) -> bool:
    """Today's policy against the rule that asked; an unrelated or looser change voids nothing (P21)."""
    rule = stored.card["rule"]
    then = Verdict(
        outcome=Outcome.ASK,
        rule_id=rule["id"],
        rule_text=rule["text"],
        matched_rule=str(stored.binding["matched_rule"]),
        execute_within_seconds=int(stored.binding["execute_within"]),
    )
    return is_stricter(judge(project.rules, tool, json.loads(stored.arguments)), then)


def parsed(arguments: str) -> dict[str, Any]:
    """Stored arguments as an object; they were validated when they were stored."""
    value: dict[str, Any] = json.loads(arguments)
    return value


def _refuse(
    draft: TaskDraft,
    bench: Bench,
    call: Call,
    tool: ToolSpec | None,
    code: str,
    message: str,
    arguments: Mapping[str, Any] | None = None,
) -> None:
    """A call that can never run: no card, a line in the ledger that says why. Its result follows."""
    draft.new_call(_row(draft, bench, call, tool, arguments, CallState.DENIED))
    draft.add(
        EventKind.TOOL_CALL_PROPOSED,
        {
            **_proposal(draft, call, tool),
            "arguments": arguments,
            "sentence": "",
            "host": "",
            "outcome": "none",
            "rule": {"id": None, "text": ""},
            "problem": {"code": code, "message": message},
        },
    )


def _proposal(draft: TaskDraft, call: Call, tool: ToolSpec | None) -> dict[str, Any]:
    return {
        "call": call.id,
        "step": _step(draft),
        "index": call.index,
        "tool": call.tool,
        "tool_version": tool.version_id if tool else None,
        "effect_class": tool.effect_class.value if tool else None,
    }


def _row(
    draft: TaskDraft,
    bench: Bench,
    call: Call,
    tool: ToolSpec | None,
    arguments: Mapping[str, Any] | None,
    state: CallState,
) -> dict[str, Any]:
    return ledger_row(
        call=call.id,
        step=_step(draft),
        task=bench.task_id,
        index=call.index,
        tool=call.tool,
        tool_version=tool.version_id if tool else None,
        provider_id=call.provider_id,
        effect_class=tool.effect_class.value if tool else None,
        arguments=arguments,
        state=state.value,
    )


def _step(draft: TaskDraft) -> str:
    """The model step whose reply asked for the calls."""
    assert draft.state.last_step is not None  # calls come from a reply
    return draft.state.last_step
