/** What a run waits for, or why it ended: one short text for a row. Pure. */

import reasons from "@/api/reasons.json";
import type { RunSummary } from "@/api/types";
import { waiting } from "@/text/common";
import { visible } from "@/ui/visible";

export interface Reason {
  text: string;
  /** A code stands in mono. */
  code: boolean;
  /** The whole of it, for hover and focus. */
  hint: string | undefined;
  tone: "plain" | "failed" | "attention";
}

/** `sentence` is the effect of the approval the run waits for, where one is known. */
export function reasonOf(run: RunSummary, sentence: string | undefined): Reason | undefined {
  if (run.status === "waiting") return waitingReason(run, sentence);
  if (run.error === null) return undefined;
  const { code, message } = run.error;
  const why = whyOf(code);
  if (run.status === "needs_attention") {
    return { text: why ?? visible(message), code: false, hint: `${code}: ${visible(message)}`, tone: "attention" };
  }
  return { text: code, code: true, hint: why ?? visible(message), tone: run.status === "failed" ? "failed" : "plain" };
}

/** Why, in words, where Baton knows the code. */
export function whyOf(code: string): string | undefined {
  return (reasons as Record<string, { why: string } | undefined>)[code]?.why;
}

/** What to do about it. */
export function nextOf(code: string): string | undefined {
  return (reasons as Record<string, { next?: string } | undefined>)[code]?.next;
}

function waitingReason(run: RunSummary, sentence: string | undefined): Reason | undefined {
  if (sentence !== undefined) return { text: visible(sentence), code: false, hint: undefined, tone: "plain" };
  // The state says the first of them already.
  if (run.waiting_for.length < 2) return undefined;
  return { text: run.waiting_for.map((each) => waiting[each]).join(", "), code: false, hint: undefined, tone: "plain" };
}

/** The name of a run: its input on one line. */
export function nameOf(run: { input_head: string }): string {
  return run.input_head.replace(/\s+/g, " ").trim();
}
