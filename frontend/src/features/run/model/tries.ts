/** The tries of a model call: which is still to come, and what was wrong with those that failed. */

import { askedIn, askedNext, modelName, modelSubject } from "@/features/run/model/names";
import { durationText } from "@/features/run/model/duration-text";
import { instant } from "@/features/run/model/instants";
import { hasEnded } from "@/live/fold/words";
import type { AttemptView, RunView, StepView } from "@/live/fold/view";
import { faultSaid, modelSaid } from "@/text/run-story";
import type { Phrase } from "@/text/phrase";

export interface NextTry {
  readonly number: number;
  /** When it begins, in milliseconds. */
  readonly at: number;
}

/** The try after this one, where it has not ended yet. */
export function nextTryAfter(view: RunView, step: StepView, attempt: AttemptView): NextTry | null {
  if (attempt.retry_in_ms === null || !isNewest(step, attempt) || !goesOn(view, step)) return null;
  return { number: attempt.number + 1, at: (instant(attempt.at) ?? 0) + attempt.retry_in_ms };
}

/** A failed try and what Baton did then, in one sentence. */
export function failureSentence(view: RunView, step: StepView, attempt: AttemptView): Phrase {
  const open = isNewest(step, attempt) && goesOn(view, step);
  if (attempt.next !== null) {
    const other = modelName(view, askedNext(step, attempt.next));
    const fault = faultOf(view, step, attempt, faultSaid.didNotAnswer);
    if (open) return modelSaid.otherIsAsked(fault, other);
    return didAnswer(step, attempt) ? modelSaid.otherAnswered(fault, other) : modelSaid.otherWasAsked(fault, other);
  }
  const fault = faultOf(view, step, attempt, faultSaid.gaveNoReply);
  if (attempt.retry_in_ms === null) return modelSaid.gaveUp(fault, attempt.number);
  if (open) return modelSaid.triesAgain(fault);
  return attempt.retry_in_ms === 0 ? modelSaid.triedAtOnce(fault) : modelSaid.triedAgain(fault, durationText(attempt.retry_in_ms));
}

function faultOf(view: RunView, step: StepView, attempt: AttemptView, silent: (model: string) => Phrase): Phrase {
  const asked = askedIn(step, attempt);
  if (attempt.code === "circuit_open") return faultSaid.notAsked(modelSubject(view, asked));
  if (attempt.code === "history_lost") return faultSaid.forgot(modelName(view, asked));
  const status = statusIn(attempt.message);
  return status === null ? silent(modelSubject(view, asked)) : faultSaid.status(modelName(view, asked), status);
}

/** The very next try was the reply. */
function didAnswer(step: StepView, { number }: AttemptView): boolean {
  return step.attempts.find((each) => each.number === number + 1)?.state === "succeeded";
}

function isNewest(step: StepView, attempt: AttemptView): boolean {
  return step.attempts[step.attempts.length - 1] === attempt;
}

function goesOn(view: RunView, step: StepView): boolean {
  return step.state === "executing" && !hasEnded(view.status);
}

/** `429` out of `429: slow down`, as the adapters write it. */
export function statusIn(message: string | null): string | null {
  return /^([1-5]\d\d):/.exec(message ?? "")?.[1] ?? null;
}

/** Model calls that a fallback answered, of those that somebody answered. */
export function fallbackSteps(view: RunView): readonly StepView[] {
  return view.steps.filter((step) => step.state === "succeeded" && step.target > 0);
}
