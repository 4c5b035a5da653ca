import type { JsonObject } from "../json";
import { changeLast } from "./change";
import { millisecondsBetween } from "./durations";
import type { TraceEvent } from "./events";
import { integer, maybeInteger, maybeObject, maybeText, need, objects, text } from "./read";
import { readText } from "./text";
import { type AttemptView, type CallView, NO_USAGE, type RunView, type StepView, type UsageView } from "./view";
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
    attempts: [],
    calls: [],
  };
  return { ...view, steps: [...view.steps, step] };
}

export function onModelAttemptFailed(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const attempt: AttemptView = {
    number: integer(payload, "attempt"),
    state: "failed",
    at: event.at,
    code: text(payload, "code"),
    message: text(payload, "message"),
    retry_in_ms: maybeInteger(payload, "retry_in_ms"),
    duration_ms: maybeInteger(payload, "duration_ms"),
  };
  return withStep(view, text(payload, "step"), (step) => {
    const tried = { ...step, attempts: [...step.attempts, attempt] };
    return attempt.retry_in_ms === null ? ended(tried, event, "failed") : tried;
  });
}

export function onModelCallCompleted(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const id = text(payload, "step");
  const usage = readUsage(maybeObject(payload, "usage") ?? {});
  const calls = objects(payload, "calls").map((call, index) => readCall(id, index, call));
  const attempt: AttemptView = {
    number: integer(payload, "attempt"),
    state: "succeeded",
    at: event.at,
    code: null,
    message: null,
    retry_in_ms: null,
    duration_ms: maybeInteger(payload, "duration_ms"),
  };
  const changed = withStep(view, id, (step) => ({
    ...ended(step, event, "succeeded"),
    model: maybeText(payload, "model") || step.model,
    text: readText(need(payload, "text")),
    reasoning: readText(payload["reasoning"]),
    finish_reason: text(payload, "finish_reason"),
    usage,
    attempts: [...step.attempts, attempt],
    calls: calls.map((call) => call.id),
  }));
  return changed && { ...changed, calls: [...changed.calls, ...calls], usage: add(changed.usage, usage) };
}

function ended(step: StepView, event: TraceEvent, state: StepState): StepView {
  return { ...step, state, ended_at: event.at, duration_ms: millisecondsBetween(step.started_at, event.at) };
}

function withStep(view: RunView, id: unknown, change: (step: StepView) => StepView): RunView | null {
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

function readUsage(usage: JsonObject): UsageView {
  const input = maybeInteger(usage, "input");
  const output = maybeInteger(usage, "output");
  return {
    input: input ?? 0,
    cached: maybeInteger(usage, "cached") ?? 0,
    output: output ?? 0,
    reasoning: maybeInteger(usage, "reasoning") ?? 0,
    unknown: input === null || output === null ? 1 : 0,
  };
}

function add(left: UsageView, right: UsageView): UsageView {
  return {
    input: left.input + right.input,
    cached: left.cached + right.cached,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
    unknown: left.unknown + right.unknown,
  };
}
