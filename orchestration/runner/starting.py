"""Starting calls: the last judgement before an effect, and the intents that the journal must accept.

Whatever no longer holds is written down instead: asked again, expired, withdrawn, denied or set aside.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents_app.spec import EffectClass, ToolSpec
from orchestration.engine.approvals import judge
from orchestration.engine.binding import Difference
from orchestration.engine.events import EventKind, ResultKind
from orchestration.engine.kinds.converse import Call
from orchestration.engine.refusals import withdrawn_text
from orchestration.engine.states import CallState, Outcome
from orchestration.runner.cards import ask_person
from orchestration.runner.draft import TaskDraft
from orchestration.runner.judging import Bench, ask_again, deny, moved_since, parsed, policy_is_stricter
from orchestration.runner.store import Store, StoredCall

BROKEN = "approval_binding_broken"


@dataclass(frozen=True, slots=True)
class Start:
    """A call that starts when the draft is committed, with the stored arguments it is executed with."""

    call: str
    tool: ToolSpec
    arguments: str


@dataclass(slots=True)
class Starts:
    """What a turn wants to start, and what the journal refused of an earlier try of the same turn."""

    store: Store
    refused: Mapping[str, str] = field(default_factory=dict)
    planned: list[Start] = field(default_factory=list)

    async def plan(self, draft: TaskDraft, bench: Bench, calls: Sequence[str]) -> None:
        """Allowed calls, in order: start them, or write down why not."""
        stored = await self._stored(bench, [call for call in calls if not draft.is_new(call)])
        tools = await self._tools(bench, draft, [call for call in calls if call in stored])
        for identifier in calls:
            if draft.is_closed:
                return
            call = draft.state.call(identifier)
            tool = tools.get(identifier) or bench.agent.spec.tool(call.tool)
            assert tool is not None  # an allowed call names a tool of the pinned version
            if identifier in self.refused:
                self._write_refusal(
                    draft, bench, call, tool, stored.get(identifier), self.refused[identifier]
                )
            elif identifier in stored:
                self._start_approved(draft, bench, call, tool, stored[identifier])
            else:
                await self._start_allowed(draft, bench, call, tool)

    async def plan_again(self, draft: TaskDraft, bench: Bench, calls: Sequence[str]) -> None:
        """Calls that were executing under a lost worker, or got no answer: once more with the same key.

        An approved one only as it was approved: what has moved since cannot be asked about any more, since it
        may have happened.
        """
        stored = await self._stored(bench, calls)
        tools = await self._tools(bench, draft, [call for call in calls if call in stored])
        for identifier in calls:
            call = draft.state.call(identifier)
            tool = tools.get(identifier) or bench.agent.spec.tool(call.tool)
            assert tool is not None  # it was executing
            if identifier in self.refused:
                _give_up(draft, call, self.refused[identifier])
                continue
            approved = stored.get(identifier)
            if approved is not None and (moved := moved_since(approved, tool, bench.project)):
                _give_up(draft, call, f"changed since the approval: {', '.join(moved)}")
                continue
            arguments = await self._arguments(bench, identifier)
            draft.move_call(identifier, "executing")
            _intend(draft, identifier, tool, approved, arguments, again=True)
            self.planned.append(Start(identifier, tool, arguments))

    def _start_approved(
        self, draft: TaskDraft, bench: Bench, call: Call, tool: ToolSpec, stored: StoredCall
    ) -> None:
        moved = moved_since(stored, tool, bench.project)
        if Difference.BINDING.value in moved:
            _set_aside(draft, call)
            return
        if policy_is_stricter(stored, tool, bench.project):
            moved.append(Difference.POLICY.value)
        if moved:
            ask_again(draft, bench, call, stored, tool, moved)
            return
        self._start(draft, call, tool, stored.arguments, stored)

    async def _start_allowed(self, draft: TaskDraft, bench: Bench, call: Call, tool: ToolSpec) -> None:
        """Allowed by policy: at once where this draft judged it, else judged by the policy of today."""
        if draft.is_new(call.id):
            self._start(draft, call, tool, draft.arguments_of(call.id), None)
            return
        arguments = await self._arguments(bench, call.id)
        verdict = judge(bench.project.rules, tool, parsed(arguments))
        if verdict.outcome is Outcome.DENY:
            deny(draft, call)
        elif verdict.outcome is Outcome.ASK:
            ask_person(
                draft,
                bench.context,
                call=call,
                step=draft.state.last_step or "",
                tool=tool,
                arguments=parsed(arguments),
                project=bench.project,
                verdict=verdict,
                revision=1,
                because=[Difference.POLICY.value],
            )
        else:
            self._start(draft, call, tool, arguments, None)

    def _start(
        self, draft: TaskDraft, call: Call, tool: ToolSpec, arguments: str, stored: StoredCall | None
    ) -> None:
        draft.move_call(call.id, "executing")
        _intend(draft, call.id, tool, stored, arguments, again=False)
        draft.add(EventKind.TOOL_CALL_STARTED, {"call": call.id, "execution": call.execution + 1})
        self.planned.append(Start(call.id, tool, arguments))

    def _write_refusal(
        self,
        draft: TaskDraft,
        bench: Bench,
        call: Call,
        tool: ToolSpec,
        stored: StoredCall | None,
        reason: str,
    ) -> None:
        """The database said no at the last moment; each reason has one answer."""
        if reason == "tool_withdrawn":
            _withdrawn(draft, call)
        elif reason == "approval_expired" and stored is not None:
            draft.move_approval(stored.approval_id, "expired")
            draft.add(EventKind.APPROVAL_EXPIRED, {"approval": stored.approval_id, "call": call.id})
        elif reason == "decider_role" and stored is not None:
            ask_again(draft, bench, call, stored, tool, [reason])
        else:
            _set_aside(draft, call)

    async def _stored(self, bench: Bench, calls: Sequence[str]) -> dict[str, StoredCall]:
        if not calls:
            return {}
        context = bench.context
        return await self.store.load_calls(context.organization_id, context.run_id, calls)

    async def _tools(self, bench: Bench, draft: TaskDraft, calls: Sequence[str]) -> dict[str, ToolSpec]:
        """The pinned version of each call as it is stored now: what an approval is compared with."""
        if not calls:
            return {}
        pinned = {call: bench.agent.spec.tool(draft.state.call(call).tool) for call in calls}
        versions = {call: tool.version_id for call, tool in pinned.items() if tool is not None}
        specs = await self.store.load_tools(bench.context.organization_id, [*set(versions.values())])
        return {
            call: ToolSpec.model_validate(specs[each]) for call, each in versions.items() if each in specs
        }

    async def _arguments(self, bench: Bench, call: str) -> str:
        context = bench.context
        return await self.store.load_arguments(context.organization_id, context.run_id, call)


async def judge_again(draft: TaskDraft, bench: Bench, store: Store, calls: Sequence[str]) -> None:
    """Cards whose tool has changed while they waited: void, and asked anew with the tool as it is now."""
    context = bench.context
    stored = await store.load_calls(context.organization_id, context.run_id, calls)
    versions = [tool.version_id for tool in bench.agent.spec.tools]
    specs = await store.load_tools(context.organization_id, versions)
    for identifier in calls:
        if draft.is_closed:
            return
        call = draft.state.call(identifier)
        pinned = bench.agent.spec.tool(call.tool)
        assert pinned is not None  # a card is about a tool of the pinned version
        tool = ToolSpec.model_validate(specs[pinned.version_id])
        moved = moved_since(stored[identifier], tool, bench.project) or [Difference.TOOL_DEFINITION.value]
        if Difference.BINDING.value in moved:
            _set_aside(draft, call)
        else:
            ask_again(draft, bench, call, stored[identifier], tool, moved)


def _intend(
    draft: TaskDraft, call: str, tool: ToolSpec, stored: StoredCall | None, arguments: str, *, again: bool
) -> None:
    intent: dict[str, object] = {"call": call, "tool_version": tool.version_id}
    if stored is not None:
        intent |= {
            "approval": stored.approval_id,
            "digest": stored.digest,
            "arguments_sha256": hashlib.sha256(arguments.encode()).hexdigest(),
        }
    if again:
        intent["again"] = True
    draft.entry.intents.append(intent)


def _withdrawn(draft: TaskDraft, call: Call) -> None:
    kind = ResultKind.TOOL_WITHDRAWN.value
    draft.move_call(call.id, "failed", result_kind=kind, result_code=kind)
    payload = {"call": call.id, "kind": kind, "content": withdrawn_text(call.tool), "code": kind}
    draft.add(EventKind.TOOL_CALL_COMPLETED, payload)


def _set_aside(draft: TaskDraft, call: Call) -> None:
    """What would run is not what was approved. Nothing leaves; a person must look at the run.

    Not while another call of the run executes: it would be left without anybody who waits for its answer.
    """
    if any(draft.run.state.in_states(CallState.EXECUTING)):
        return
    message = f"What is stored for the call of {call.tool} is no longer what was approved; it did not run."
    draft.move_call(call.id, "failed", result_code=BROKEN)
    draft.add(EventKind.RUN_NEEDS_ATTENTION, {"code": BROKEN, "message": message, "call": call.id})
    draft.entry.patch |= {"status": "needs_attention", "error_code": BROKEN, "error_message": message}


def _give_up(draft: TaskDraft, call: Call, reason: str) -> None:
    """It may have happened under the lost worker and must not be sent again: only reading is harmless."""
    if reason == "tool_withdrawn" and call.effect_class is EffectClass.READ_ONLY:
        _withdrawn(draft, call)
        return
    message = f"Whether it happened is not known, and it may not be sent again ({reason})."
    draft.move_call(call.id, "unknown", result_code="outcome_unknown")
    draft.add(EventKind.TOOL_CALL_UNKNOWN, {"call": call.id, "code": "outcome_unknown", "message": message})
