/** The words of the record, as `orchestration.engine.states` and `.events` have them; a test compares. */

export const RUN_STATUSES = [
  "queued", "running", "waiting", "cancelling", "needs_attention", "completed", "failed", "cancelled",
  "timed_out", "rejected",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const WAITS = ["approval", "review", "input", "child", "peer", "timer", "budget"] as const;
/** In the order of precedence where one word must be shown. */
export type WaitingFor = (typeof WAITS)[number];

export const CALL_STATES = [
  "proposed", "awaiting", "allowed", "denied", "executing", "succeeded", "failed", "unknown", "rejected",
  "expired", "superseded", "cancelled",
] as const;
export type CallState = (typeof CALL_STATES)[number];

export const STEP_STATES = ["proposed", "executing", "succeeded", "failed", "unknown", "cancelled"] as const;
export type StepState = (typeof STEP_STATES)[number];

export const APPROVAL_STATES = [
  "pending", "approved", "rejected", "expired", "superseded", "cancelled",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const RESULT_STATES = {
  ok: "succeeded",
  rejected: "rejected",
  rejected_before: "denied",
  approval_expired: "expired",
  denied: "denied",
  unknown_tool: "denied",
  invalid_arguments: "denied",
  tool_error: "failed",
  tool_withdrawn: "failed",
  not_run: "failed",
} as const satisfies Record<string, CallState>;
/** What became of a requested call, as the model is told; each leads to one state of the call. */
export type ResultKind = keyof typeof RESULT_STATES;

export const EVENT_KINDS = [
  "run_created", "plan_made", "task_started", "task_completed", "task_failed", "plan_item_ended",
  "model_call_started", "model_attempt_failed", "model_call_completed", "output_rung",
  "output_read", "tool_call_proposed", "approval_requested", "approval_decided", "approval_expired",
  "approval_superseded", "approval_cancelled", "tool_call_started", "tool_call_completed", "tool_call_unknown", "late_result", "run_waiting",
  "run_cancelling", "run_cancelled", "run_timed_out", "run_completed", "run_failed", "run_rejected",
  "run_needs_attention", "tool_changed",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const RUN_ENDS: ReadonlySet<RunStatus> = new Set([
  "completed", "failed", "cancelled", "timed_out", "rejected",
] as const);
const CALL_ENDS: ReadonlySet<CallState> = new Set([
  "denied", "succeeded", "failed", "rejected", "expired", "superseded", "cancelled",
] as const);

export function hasEnded(status: RunStatus): boolean {
  return RUN_ENDS.has(status);
}

export function callHasEnded(state: CallState): boolean {
  return CALL_ENDS.has(state);
}
