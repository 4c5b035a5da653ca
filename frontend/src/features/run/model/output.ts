/** A structured answer: why it was refused, and what became of it. Pure. */

import { modelName } from "@/features/run/model/names";
import { hasEnded } from "@/live/fold/words";
import type { OutputView, RunView, StepView } from "@/live/fold/view";
import { output as words, outputSaid } from "@/text/run-output";
import type { Phrase } from "@/text/phrase";

/** Why it was refused, as the end of a sentence; a code of a later version says itself. */
export function whyRefused({ problem }: OutputView): string {
  return words.problems[problem ?? ""] ?? problem ?? "";
}

/** Null: the answer of this step was not refused. */
export function refusalSentence(view: RunView, step: StepView): Phrase | null {
  if (step.output?.outcome !== "refused") return null;
  const why = whyRefused(step.output);
  const model = modelName(view, step);
  if (wasAskedAgain(view, step)) return outputSaid.askedAgain(model, why);
  return hasEnded(view.status) ? outputSaid.gaveUp(model, why, step.output.attempt) : outputSaid.asksAgain(model, why);
}

function wasAskedAgain({ steps }: RunView, step: StepView): boolean {
  return steps[steps.length - 1] !== step;
}
