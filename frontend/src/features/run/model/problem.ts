/** Why something failed, in plain words, and what can be done: from the engine's own table. */

import reasons from "@/api/reasons.json";
import { isJsonObject, type Json } from "@/live/json";
import { tryReasons } from "@/text/run-story";
import type { Problem } from "@/features/run/model/story-item";

interface Reason {
  readonly why: string;
  readonly next: string;
}

const table = new Map<string, Reason>(Object.entries(reasons));

/** A code that the table does not know has its message alone. */
export function reasonFor(code: string): Reason | null {
  return table.get(code) ?? null;
}

/** The same of one try, which is not the end of anything. */
export function reasonForTry(code: string): string {
  return tryReasons[code] ?? reasonFor(code)?.why ?? "";
}

/** What exactly was said, where it says more than the plain words. */
export function particulars(problem: Problem): string {
  const said = problem.message.replace(/\s+/g, " ").trim();
  const why = reasonFor(problem.code)?.why ?? "";
  return said.replace(/\.$/, "") === why.replace(/\.$/, "") ? "" : said;
}

/** The problem of a proposed call out of its payload. */
export function readableProblem(value: Json): Problem | null {
  if (!isJsonObject(value)) return null;
  const { code, message } = value;
  return { code: typeof code === "string" ? code : "", message: typeof message === "string" ? message : "", call: null };
}
