import type { Effect } from "./inputs";
import type { LiveState, Machine, Via } from "./state";

/** A machine and what is to be done: what each part of `reduce` gives. */
export type Step = readonly [Machine, readonly Effect[]];

export function stay(machine: Machine, ...effects: readonly Effect[]): Step {
  return [machine, effects];
}

/** One step after another. */
export function andThen([machine, effects]: Step, next: (machine: Machine) => Step): Step {
  const [after, more] = next(machine);
  return [after, [...effects, ...more]];
}

/** The machine with another state of being live, told where it differs. */
export function show(machine: Machine, status: LiveState["status"], via: Via, since: number): Step {
  if (machine.live.status === status && machine.live.via === via) return [machine, []];
  const start = machine.live.status === status ? machine.live.since : since;
  const live = { status, since: start, via };
  return [{ ...machine, live }, [{ do: "tell_state", live }]];
}
