import type { TraceEvent } from "./events";
import { withStep } from "./model";
import { integer, maybeText, text, texts } from "./read";
import { readText } from "./text";
import type { OutputView, RungView, RunView } from "./view";

/** What the events of a structured answer do to the view of a run. */

const NOTHING_READ: OutputView = {
  rungs: [],
  outcome: null,
  attempt: 0,
  stage: null,
  words_around: false,
  coerced: [],
  problem: null,
  message: null,
  value: null,
};

export function onOutputRung(view: RunView, { payload }: TraceEvent): RunView | null {
  const rung: RungView = {
    rung: text(payload, "rung"),
    problem: maybeText(payload, "problem"),
    message: maybeText(payload, "message"),
  };
  return withStep(view, text(payload, "step"), (step) => {
    const output = step.output ?? NOTHING_READ;
    return { ...step, output: { ...output, rungs: [...output.rungs, rung] } };
  });
}

export function onOutputRead(view: RunView, { payload }: TraceEvent): RunView | null {
  const value = payload["value"] ?? null;
  return withStep(view, text(payload, "step"), (step) => ({
    ...step,
    output: {
      ...(step.output ?? NOTHING_READ),
      outcome: text(payload, "outcome"),
      attempt: integer(payload, "attempt"),
      stage: maybeText(payload, "stage"),
      words_around: payload["words_around"] === true,
      coerced: texts(payload, "coerced"),
      problem: maybeText(payload, "problem"),
      message: maybeText(payload, "message"),
      value: value === null ? null : readText(value),
    },
  }));
}
