import type { JsonObject } from "../json";
import { changeLast } from "./change";
import { millisecondsBetween } from "./durations";
import type { TraceEvent } from "./events";
import { integer, maybeInteger, maybeObject, maybeText, need, objects, text } from "./read";
import { addCosts, addUsage, readCost, readUsage } from "./spending";
import { readText } from "./text";
import { type AttemptView, type CallView, type NextModel, NO_COST, NO_USAGE, type RunView, type StepView } from "./view";
import type { StepState } from "./words";

/** What the events of a model call do to the view of a run. */

export function onModelCallStarted(view: RunView, { payload, at }: TraceEvent): RunView {
  const step: StepView = {
    id: text(payload, "step"),
    number: integer(payload, "number"),
    model: text(payload, "model"),
    provider: text(payload, "provider"),
    state: "executing",
    started_at: at,
    ended_at: null,
    duration_ms: null,
    text: "",
    reasoning: "",
    finish_reason: null,
    usage: NO_USAGE,
    cost: NO_COST,
    target: 0,
    attempts: [],
    calls: [],
    output: null,
    task: maybeText(payload, "task"),
  };
  return { ...view, steps: [...view.steps, step] };
}

/** A try without a reply. Where `usage` is missing, nothing was read or written, so nothing is owed. */
export function onModelAttemptFailed(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const usage = maybeObject(payload, "usage");
  const attempt: AttemptView = {
    number: integer(payload, "attempt"),
    state: "failed",
    at: event.at,
    code: text(payload, "code"),
    message: text(payload, "message"),
    retry_in_ms: maybeInteger(payload, "retry_in_ms"),
    duration_ms: maybeInteger(payload, "duration_ms"),
    provider: maybeText(payload, "provider"),
    model: maybeText(payload, "model"),
    usage: usage && readUsage(usage),
    cost: usage ? readCost(maybeObject(payload, "cost")) : NO_COST,
    next: readNext(maybeObject(payload, "next")),
  };
  return withAttempt(view, text(payload, "step"), attempt, (step) => {
    const asked = attempt.next ? { ...step, ...attempt.next } : step;
    return attempt.retry_in_ms === null ? ended(asked, event, "failed") : asked;
  });
}

export function onModelCallCompleted(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const id = text(payload, "step");
  const calls = objects(payload, "calls").map((call, index) => readCall(id, index, call));
  const attempt: AttemptView = {
    number: integer(payload, "attempt"),
    state: "succeeded",
    at: event.at,
    code: null,
    message: null,
    retry_in_ms: null,
    duration_ms: maybeInteger(payload, "duration_ms"),
    provider: maybeText(payload, "provider"),
    model: maybeText(payload, "model"),
    usage: readUsage(maybeObject(payload, "usage") ?? {}),
    cost: readCost(maybeObject(payload, "cost")),
    next: null,
  };
  const changed = withAttempt(view, id, attempt, (step) => ({
    ...ended(step, event, "succeeded"),
    model: maybeText(payload, "model") || step.model,
    provider: maybeText(payload, "provider") || step.provider,
    target: maybeInteger(payload, "target") ?? step.target,
    text: readText(need(payload, "text")),
    reasoning: readText(payload["reasoning"]),
    finish_reason: text(payload, "finish_reason"),
    calls: calls.map((call) => call.id),
  }));
  return changed && { ...changed, calls: [...changed.calls, ...calls] };
}

/** One try more: what it used and cost is its step's and its run's. */
function withAttempt(
  view: RunView,
  id: string,
  attempt: AttemptView,
  change: (step: StepView) => StepView,
): RunView | null {
  const changed = withStep(view, id, (step) => ({
    ...change(step),
    attempts: [...step.attempts, attempt],
    usage: addUsage(step.usage, attempt.usage),
    cost: addCosts(step.cost, attempt.cost),
  }));
  return (
    changed && {
      ...changed,
      usage: addUsage(view.usage, attempt.usage),
      cost: addCosts(view.cost, attempt.cost),
    }
  );
}

function readNext(next: JsonObject | null): NextModel | null {
  return next && { target: integer(next, "target"), provider: text(next, "provider"), model: text(next, "model") };
}

function ended(step: StepView, event: TraceEvent, state: StepState): StepView {
  return { ...step, state, ended_at: event.at, duration_ms: millisecondsBetween(step.started_at, event.at) };
}

export function withStep(view: RunView, id: unknown, change: (step: StepView) => StepView): RunView | null {
  const steps = changeLast(view.steps, id, change);
  return steps && { ...view, steps };
}

function readCall(step: string, index: number, call: JsonObject): CallView {
  return {
    id: text(call, "id"),
    step,
    index,
    tool: text(call, "name"),
    provider_id: maybeText(call, "provider_id"),
    requested: readText(call["arguments"]),
    state: "proposed",
    tool_version: null,
    arguments: null,
    sentence: null,
    host: null,
    effect_class: null,
    outcome: null,
    rule: null,
    problem: null,
    approvals: [],
    execution: 0,
    started_at: null,
    ended_at: null,
    duration_ms: null,
    result: null,
    content: "",
    code: null,
    message: null,
    status: null,
    body: null,
    late: false,
  };
}
