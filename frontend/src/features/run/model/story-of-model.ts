/** The entries of one model call: its failed tries, its words, its answer. */

import type { AttemptView, RunView, StepView } from "@/live/fold/view";
import { modelName, modelSubject, workerName } from "@/features/run/model/names";
import { failureSentence, nextTryAfter } from "@/features/run/model/tries";
import { refusalSentence } from "@/features/run/model/output";
import { spreadJson } from "@/features/run/model/spread-json";
import { isEmptyText, item, type Quote, type StoryItem } from "@/features/run/model/story-item";
import { isToldInWords, taskOf, titlePart } from "@/features/run/model/team";
import { outputSaid } from "@/text/run-output";
import { modelSaid } from "@/text/run-story";
import { teamSaid } from "@/text/run-team";
import type { Phrase } from "@/text/phrase";

export function tellModelCall(view: RunView, step: StepView): StoryItem[] {
  return [...step.attempts.filter((each) => each.state === "failed").map((each) => tellFailure(view, step, each)), ...tellReply(view, step)];
}

function tellFailure(view: RunView, step: StepView, attempt: AttemptView): StoryItem {
  return item({
    key: `${step.id}.${attempt.number}`,
    step: step.id,
    at: attempt.at,
    icon: "model",
    tone: "failed",
    sentence: failureSentence(view, step, attempt),
    nextTry: nextTryAfter(view, step, attempt),
    problem: { code: attempt.code ?? "", message: attempt.message ?? "", call: null, mended: attempt.retry_in_ms !== null },
  });
}

function tellReply(view: RunView, step: StepView): StoryItem[] {
  if (step.state === "executing") return [tellThinking(view, step)];
  if (step.state !== "succeeded") return [];
  const problem = refusalSentence(view, step) ?? problemSentence(view, step);
  const quotes = wordsOf(step);
  if (problem !== null) return [reply(step, { icon: "model", tone: "failed", sentence: problem, quotes, facts: toldFact(step) })];
  if (isToldInWords(view, step)) return [];
  if (step.calls.length === 0) {
    const quoted = isEmptyText(step.text) ? [] : [answerOf(step)];
    return [reply(step, { sentence: answeredSentence(view, step), quotes: quoted, facts: insteadFact(view, step) })];
  }
  // A reply that is calls alone says nothing of its own: the calls are told.
  if (quotes.length === 0) return [];
  const said = isEmptyText(step.text) ? modelSaid.thought : modelSaid.wrote;
  return [reply(step, { sentence: said(workerName(view, step.task)), quotes: quotes.slice(-1), facts: insteadFact(view, step) })];
}

/** Several work at once: what was handed in is named. */
function answeredSentence(view: RunView, step: StepView): Phrase {
  const task = taskOf(view, step);
  const who = workerName(view, step.task);
  if (task?.kind === "execute") return teamSaid.handedIn(who, titlePart(view, task.item));
  if (task?.kind === "revise") return teamSaid.revised(who, titlePart(view, task.item));
  return task?.kind === "compose" ? teamSaid.composed(who) : modelSaid.answered(who);
}

/** As the run's output has it: where a structured answer was accepted, the JSON that was read. */
function answerOf(step: StepView): Quote {
  const value = step.output?.value ?? null;
  if (value === null) return { speaker: "model", text: step.text, long: true };
  return { speaker: "model", text: typeof value === "string" ? spreadJson(value) : value, long: true, json: true };
}

function toldFact({ output }: StepView): string[] {
  return output?.outcome === "refused" && output.message !== null ? [outputSaid.told(output.message)] : [];
}

function insteadFact(view: RunView, step: StepView): string[] {
  return step.target === 0 ? [] : [modelSaid.instead(modelName(view, step), step.target)];
}

function reply(step: StepView, given: Partial<StoryItem> & Pick<StoryItem, "sentence">): StoryItem {
  return item({ key: step.id, step: step.id, at: step.ended_at ?? step.started_at, ...given });
}

function tellThinking(view: RunView, step: StepView): StoryItem {
  return item({
    key: step.id,
    step: step.id,
    at: step.started_at,
    tone: "running",
    sentence: (isPaused(step) ? modelSaid.waits : modelSaid.thinking)(workerName(view, step.task), modelName(view, step)),
    writing: isWrittenAsJson(view, step) ? null : { step: step.id, sentence: modelSaid.writing(workerName(view, step.task), modelName(view, step)) },
    open: true,
  });
}

/** A plan or a verdict: it is told in words as soon as it was read. */
function isWrittenAsJson(view: RunView, step: StepView): boolean {
  const kind = taskOf(view, step)?.kind;
  return kind === "plan" || kind === "review";
}

/** After a failed try there is a pause, and nothing in the record says when it is over. */
function isPaused({ attempts }: StepView): boolean {
  return (attempts[attempts.length - 1]?.retry_in_ms ?? 0) > 0;
}

function problemSentence(view: RunView, step: StepView): Phrase | null {
  switch (step.finish_reason) {
    case "length":
      return modelSaid.cutOff(modelSubject(view, step));
    case "refusal":
      return modelSaid.declined(modelSubject(view, step));
    case "content_filter":
      return modelSaid.filtered(modelName(view, step));
    default:
      return null;
  }
}

function wordsOf(step: StepView): Quote[] {
  return [step.reasoning, step.text]
    .filter((text) => !isEmptyText(text))
    .map((text) => ({ speaker: "model", text, long: false }));
}
