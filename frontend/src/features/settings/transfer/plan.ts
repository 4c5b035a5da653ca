/** What an import would change, as the server plans it, and what a screen says of it. Pure. */

import type { Change, ImportProblem } from "@/features/settings/rest/shapes";

export const LARGEST = 1024 * 1024;

export interface Counts {
  new: number;
  changed: number;
  same: number;
}

export function countsOf(changes: readonly Change[]): Counts {
  const counts: Counts = { new: 0, changed: 0, same: 0 };
  for (const { change } of changes) counts[change] += 1;
  return counts;
}

/** What changes comes first; in each part the order of the file stays. */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  const rank: Record<Change["change"], number> = { new: 0, changed: 0, same: 1 };
  return changes.toSorted((one, other) => rank[one.change] - rank[other.change]);
}

/** The problems of a refusal, which came after a plan without any: somebody changed the project meanwhile. */
export function problemsOf(details: Readonly<Record<string, unknown>>): ImportProblem[] {
  return Array.isArray(details.problems) ? (details.problems as ImportProblem[]) : [];
}

/** The place in a text where a line begins, from 1; the end where there is no such line. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let each = 1; each < line; each += 1) {
    const next = text.indexOf("\n", at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}
