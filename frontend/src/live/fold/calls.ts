import { changeLast } from "./change";
import { millisecondsBetween } from "./durations";
import type { TraceEvent } from "./events";
import { integer, maybeInteger, maybeObject, maybeText, need, text, texts, word } from "./read";
import { readText } from "./text";
import type { ActorNamed, ApprovalView, CallView, RuleNamed, RunView } from "./view";
import { callHasEnded, type CallState, RESULT_STATES, type ResultKind } from "./words";

/** What the events of tool calls and approvals do to the view of a run. */

const RESULT_KINDS = Object.keys(RESULT_STATES) as readonly ResultKind[];

export function onToolCallProposed(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const outcome = text(payload, "outcome");
  const problem = maybeObject(payload, "problem");
  const state = problem === null ? stateOfOutcome(outcome) : "denied";
  return withCall(view, event, (call) => ({
    ...call,
    state,
    tool_version: maybeText(payload, "tool_version"),
    arguments: payload["arguments"] ?? null,
    sentence: maybeText(payload, "sentence"),
    host: maybeText(payload, "host"),
    effect_class: maybeText(payload, "effect_class"),
    outcome,
    rule: maybeObject(payload, "rule") as RuleNamed | null,
    problem,
  }));
}

function stateOfOutcome(outcome: string): CallState {
  if (outcome === "allow") return "allowed";
  return outcome === "ask" ? "proposed" : "denied";
}

export function onApprovalRequested(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const approval: ApprovalView = {
    id: text(payload, "approval"),
    call: text(payload, "call"),
    revision: integer(payload, "revision"),
    digest: text(payload, "digest"),
    state: "pending",
    requested_at: event.at,
    sentence: maybeText(payload, "sentence"),
    tool: maybeText(payload, "tool"),
    host: maybeText(payload, "host"),
    credential: maybeText(payload, "credential"),
    arguments: payload["arguments"] ?? null,
    effect_class: maybeText(payload, "effect_class"),
    rule: maybeObject(payload, "rule") as RuleNamed | null,
    expires_at: maybeText(payload, "expires_at"),
    because: texts(payload, "because"),
    superseded_because: [],
    by: null,
    reason: null,
    decided_at: null,
  };
  const changed = withCall(view, event, (call) => ({
    ...call,
    state: "awaiting",
    approvals: [...call.approvals, approval.id],
  }));
  return changed && { ...changed, approvals: [...changed.approvals, approval] };
}

export function onApprovalDecided(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const approved = text(payload, "decision") === "approve";
  const changeCard = (card: ApprovalView): ApprovalView => ({
    ...card,
    state: approved ? "approved" : "rejected",
    by: maybeObject(payload, "by") as ActorNamed | null,
    reason: maybeText(payload, "reason"),
    decided_at: maybeText(payload, "decided_at") || event.at,
  });
  return withBoth(view, event, changeCard, approved ? "allowed" : "rejected");
}

export function onApprovalExpired(view: RunView, event: TraceEvent): RunView | null {
  return withBoth(view, event, (card) => ({ ...card, state: "expired" }), "expired");
}

export function onApprovalSuperseded(view: RunView, event: TraceEvent): RunView | null {
  const because = texts(event.payload, "because");
  const changeCard = (card: ApprovalView): ApprovalView => ({
    ...card,
    state: "superseded",
    superseded_because: because,
  });
  return withBoth(view, event, changeCard, "awaiting");
}

export function onApprovalCancelled(view: RunView, event: TraceEvent): RunView | null {
  return withApproval(view, event, (card) => ({ ...card, state: "cancelled" }));
}

/** Only a reason to judge again; what comes of it has events of its own. */
export function onToolChanged(view: RunView): RunView {
  return view;
}

export function onToolCallStarted(view: RunView, event: TraceEvent): RunView | null {
  return withCall(view, event, (call) => ({
    ...call,
    state: "executing",
    execution: integer(event.payload, "execution"),
    started_at: call.started_at || event.at,
  }));
}

export function onToolCallCompleted(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const result = word(text(payload, "kind"), RESULT_KINDS);
  const body = payload["body"] ?? null;
  return withCall(view, event, (call) => ({
    ...call,
    state: callHasEnded(call.state) ? call.state : RESULT_STATES[result],
    result,
    content: readText(need(payload, "content")),
    code: maybeText(payload, "code"),
    status: maybeInteger(payload, "status"),
    body: body === null ? null : readText(body),
    ended_at: event.at,
    duration_ms: maybeInteger(payload, "duration_ms") ?? millisecondsBetween(call.started_at, event.at),
  }));
}

export function onToolCallUnknown(view: RunView, event: TraceEvent): RunView | null {
  return withCall(view, event, (call) => ({ ...call, state: "unknown", ...problemOf(event) }));
}

export function onLateResult(view: RunView, event: TraceEvent): RunView | null {
  return withCall(view, event, (call) => ({ ...call, late: true }));
}

/** run_needs_attention about a call that is not unknown: its approval no longer binds, so it failed. */
export function breakCall(view: RunView, event: TraceEvent): RunView {
  const changed = withCall(view, event, (call) =>
    callHasEnded(call.state) || call.state === "unknown"
      ? call
      : { ...call, state: "failed", ...problemOf(event), ended_at: event.at },
  );
  return changed ?? view;
}

/** The end of the run: what never ran is cancelled, what may have run is unknown, no card stays open. */
export function closeCalls(view: RunView, event: TraceEvent): RunView {
  return {
    ...view,
    calls: view.calls.map((call) => closeCall(call, event)),
    approvals: view.approvals.map((card) =>
      card.state === "pending" ? { ...card, state: "cancelled" as const } : card,
    ),
  };
}

function closeCall(call: CallView, event: TraceEvent): CallView {
  if (callHasEnded(call.state) || call.state === "unknown") return call;
  if (call.state === "executing") return { ...call, state: "unknown" };
  return { ...call, state: "cancelled", ended_at: event.at };
}

function problemOf({ payload }: TraceEvent): { code: string; message: string } {
  return { code: text(payload, "code"), message: text(payload, "message") };
}

function withBoth(
  view: RunView,
  event: TraceEvent,
  changeCard: (card: ApprovalView) => ApprovalView,
  state: CallState,
): RunView | null {
  const changed = withApproval(view, event, changeCard);
  return changed && withCall(changed, event, (call) => ({ ...call, state }));
}

function withApproval(
  view: RunView,
  event: TraceEvent,
  change: (card: ApprovalView) => ApprovalView,
): RunView | null {
  const approvals = changeLast(view.approvals, event.payload["approval"], change);
  return approvals && { ...view, approvals };
}

function withCall(view: RunView, event: TraceEvent, change: (call: CallView) => CallView): RunView | null {
  const calls = changeLast(view.calls, event.payload["call"], change);
  return calls && { ...view, calls };
}
