import * as calls from "./calls";
import type { TraceEvent } from "./events";
import * as model from "./model";
import * as output from "./output";
import { Unreadable } from "./read";
import * as run from "./run";
import * as team from "./team";
import { EMPTY_VIEW, type RunView } from "./view";
import type { EventKind, RunStatus } from "./words";

/** Null: the event is about something the view has not seen. */
type Handler = (view: RunView, event: TraceEvent) => RunView | null;

/** The view that these events add up to, from the first one on, or on top of a snapshot. */
export function fold(events: Iterable<TraceEvent>, view: RunView = EMPTY_VIEW): RunView {
  for (const event of events) view = evolve(view, event);
  return view;
}

/**
 * The view after one event more: pure, without a clock, and byte for byte what
 * `orchestration.engine.projection` makes of the same events.
 *
 * An event of an unknown kind, about something never seen, or of an unreadable form is counted and changes
 * nothing else: a tab that was opened before a deploy goes on.
 */
export function evolve(view: RunView, event: TraceEvent): RunView {
  const changed = handle(view, event);
  if (changed === null) return { ...view, last_seq: event.seq, ignored: view.ignored + 1 };
  return { ...withStatus(changed, event), last_seq: event.seq };
}

function handle(view: RunView, event: TraceEvent): RunView | null {
  try {
    return HANDLERS.get(event.kind)?.(view, event) ?? null;
  } catch (error) {
    if (error instanceof Unreadable || error instanceof TypeError) return null;
    throw error;
  }
}

function withStatus(view: RunView, event: TraceEvent): RunView {
  if (BY_WORKER.has(event.kind) && NOT_HELD.has(view.status)) {
    const started_at = view.started_at || event.at;
    return { ...view, status: "running", waiting_for: [], attention: null, started_at };
  }
  if (FACTS.has(event.kind) && view.status === "waiting") {
    return { ...view, status: "queued", waiting_for: [] };
  }
  return view;
}

/** Written by a worker that holds the run: claims write no event, so these say that it runs. */
const BY_WORKER: ReadonlySet<string> = new Set<EventKind>([
  "plan_made",
  "task_started",
  "task_completed",
  "task_failed",
  "plan_item_ended",
  "model_call_started",
  "model_attempt_failed",
  "model_call_completed",
  "tool_call_proposed",
  "tool_call_started",
  "tool_call_completed",
  "approval_requested",
]);

const NOT_HELD: ReadonlySet<RunStatus> = new Set<RunStatus>(["queued", "waiting", "needs_attention"]);

/** Written from outside: they queue a run that waits. */
const FACTS: ReadonlySet<string> = new Set<EventKind>([
  "approval_decided",
  "approval_expired",
  "approval_superseded",
  "tool_changed",
]);

const BY_KIND: Readonly<Record<EventKind, Handler>> = {
  run_created: run.onRunCreated,
  plan_made: team.onPlanMade,
  task_started: team.onTaskStarted,
  task_completed: team.onTaskCompleted,
  task_failed: team.onTaskFailed,
  plan_item_ended: team.onPlanItemEnded,
  model_call_started: model.onModelCallStarted,
  model_attempt_failed: model.onModelAttemptFailed,
  model_call_completed: model.onModelCallCompleted,
  output_rung: output.onOutputRung,
  output_read: output.onOutputRead,
  tool_call_proposed: calls.onToolCallProposed,
  approval_requested: calls.onApprovalRequested,
  approval_decided: calls.onApprovalDecided,
  approval_expired: calls.onApprovalExpired,
  approval_superseded: calls.onApprovalSuperseded,
  approval_cancelled: calls.onApprovalCancelled,
  tool_call_started: calls.onToolCallStarted,
  tool_call_completed: calls.onToolCallCompleted,
  tool_call_unknown: calls.onToolCallUnknown,
  late_result: calls.onLateResult,
  run_waiting: run.onRunWaiting,
  run_cancelling: run.onRunCancelling,
  run_cancelled: run.onRunCancelled,
  run_timed_out: run.onRunTimedOut,
  run_completed: run.onRunCompleted,
  run_failed: run.onRunFailed,
  run_rejected: run.onRunRejected,
  run_needs_attention: run.onRunNeedsAttention,
  tool_changed: calls.onToolChanged,
};
/** A map: an event may call itself `constructor`. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map(Object.entries(BY_KIND));
