/** What a run used and cost, cut by agent, by model and by step: each cut adds up to the run. Pure. */

import { callName, modelRowName, workerName } from "@/features/run/model/names";
import { NO_COST, NO_USAGE, type AttemptView, type RunView, type StepView } from "@/live/fold/view";
import { addCosts, addUsage } from "@/live/fold/spending";
import type { Spent } from "@/features/spending/amounts";

/** Of some tries together. */
export interface Sum extends Spent {
  readonly attempts: number;
  readonly failed: number;
}

export interface ModelSum extends Sum {
  readonly provider: string;
  readonly name: string;
}

export interface AgentSum extends Sum {
  readonly name: string;
}

export interface StepSum extends Sum {
  readonly step: StepView;
  /** What it asked for or that it answered, in words. */
  readonly calls: readonly string[];
}

const NOTHING: Sum = { usage: NO_USAGE, cost: NO_COST, attempts: 0, failed: 0 };

export function sumOf(view: RunView): Sum {
  return sumOfSteps(view.steps);
}

export function sumOfSteps(steps: readonly StepView[]): Sum {
  return steps.flatMap((step) => step.attempts).reduce<Sum>(withAttempt, NOTHING);
}

/** The models in the order in which they were first asked. A record of an earlier version names only the step's. */
export function sumsByModel(view: RunView): ModelSum[] {
  const sums = new Map<string, ModelSum>();
  for (const step of view.steps) {
    for (const attempt of step.attempts) {
      const asked = { ...step, model: attempt.model || step.model, provider: attempt.provider || step.provider };
      const key = JSON.stringify([asked.provider, asked.model]);
      const before = sums.get(key) ?? { ...NOTHING, provider: asked.provider, name: modelRowName(view, asked) };
      sums.set(key, { ...before, ...withAttempt(before, attempt) });
    }
  }
  return [...sums.values()];
}

/** Of a team: who used it, in the order in which they were first asked. */
export function sumsByAgent(view: RunView): AgentSum[] {
  const sums = new Map<string, AgentSum>();
  for (const step of view.steps.filter((each) => each.attempts.length > 0)) {
    const name = workerName(view, step.task);
    const before = sums.get(name) ?? { ...NOTHING, name };
    sums.set(name, { ...step.attempts.reduce<Sum>(withAttempt, before), name });
  }
  return [...sums.values()];
}

/** Every model call that was tried, in order. */
export function sumsByStep(view: RunView): StepSum[] {
  const names = new Map(view.calls.map((call) => [call.id, callName(call)]));
  return view.steps
    .filter((step) => step.attempts.length > 0)
    .map((step) => ({
      ...step.attempts.reduce<Sum>(withAttempt, NOTHING),
      step,
      calls: step.calls.flatMap((id) => names.get(id) ?? []),
    }));
}

/** Tries that gave no reply and were charged all the same. */
export function lostOn(view: RunView): Sum {
  return view.steps
    .flatMap((step) => step.attempts)
    .filter((attempt) => attempt.state === "failed" && attempt.usage !== null)
    .reduce<Sum>(withAttempt, NOTHING);
}

function withAttempt(before: Sum, attempt: AttemptView): Sum {
  return {
    usage: addUsage(before.usage, attempt.usage),
    cost: addCosts(before.cost, attempt.cost),
    attempts: before.attempts + 1,
    failed: before.failed + (attempt.state === "failed" ? 1 : 0),
  };
}
