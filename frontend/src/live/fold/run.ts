import type { JsonObject } from "../json";
import { breakCall, closeCalls } from "./calls";
import { millisecondsBetween } from "./durations";
import type { TraceEvent } from "./events";
import { maybeObject, maybeText, need, text, texts, word } from "./read";
import { closeTasks } from "./team";
import { readText } from "./text";
import type { ActorNamed, AgentNamed, Limits, ModelNamed, OrchestrationNamed, ProblemView, RunView } from "./view";
import { type RunStatus, WAITS } from "./words";

/** What the events of the run itself do to its view. */

export function onRunCreated(view: RunView, { payload, at }: TraceEvent): RunView {
  return {
    ...view,
    agent: maybeObject(payload, "agent") as AgentNamed | null,
    orchestration: maybeObject(payload, "orchestration") as OrchestrationNamed | null,
    requester: maybeObject(payload, "requester") as ActorNamed | null,
    model: maybeObject(payload, "model") as ModelNamed | null,
    limits: maybeObject(payload, "limits") as Limits | null,
    input: readText(payload["input"]),
    deadline_at: maybeText(payload, "deadline_at"),
    created_at: at,
  };
}

export function onRunWaiting(view: RunView, { payload }: TraceEvent): RunView {
  need(payload, "waiting_for");
  const waiting = texts(payload, "waiting_for").map((each) => word(each, WAITS));
  return { ...view, status: "waiting", waiting_for: waiting };
}

export function onRunNeedsAttention(view: RunView, event: TraceEvent): RunView {
  const attention = readProblem(event.payload);
  return { ...breakCall(view, event), status: "needs_attention", waiting_for: [], attention };
}

export function onRunCancelling(view: RunView, { payload, at }: TraceEvent): RunView {
  const by = maybeObject(payload, "by") as ActorNamed | null;
  const cancel = { at, by, reason: maybeText(payload, "reason") };
  return { ...view, status: "cancelling", waiting_for: [], cancel };
}

export function onRunCancelled(view: RunView, event: TraceEvent): RunView {
  return end(view, event, "cancelled");
}

export function onRunTimedOut(view: RunView, event: TraceEvent): RunView {
  const message = "The deadline of the run passed before it had an answer.";
  return { ...end(view, event, "timed_out"), error: { code: "deadline_passed", message, call: null } };
}

export function onRunCompleted(view: RunView, event: TraceEvent): RunView {
  return { ...end(view, event, "completed"), output: readText(event.payload["output"]) };
}

export function onRunFailed(view: RunView, event: TraceEvent): RunView {
  return { ...end(view, event, "failed"), error: readProblem(event.payload) };
}

export function onRunRejected(view: RunView, event: TraceEvent): RunView {
  return { ...end(view, event, "rejected"), error: readProblem(event.payload) };
}

function end(view: RunView, event: TraceEvent, status: RunStatus): RunView {
  return {
    ...closeTasks(closeCalls(view, event), event),
    status,
    waiting_for: [],
    attention: null,
    ended_at: event.at,
    duration_ms: millisecondsBetween(view.created_at, event.at),
  };
}

function readProblem(payload: JsonObject): ProblemView {
  const [code, message] = [text(payload, "code"), text(payload, "message")];
  return { code, message, call: maybeText(payload, "call") };
}
