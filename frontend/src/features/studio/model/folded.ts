/** The rows of a difference with what is alike folded away, but for what stands next to a change. Pure. */

import type { DiffRow } from "@/features/studio/model/diff";

export type FoldedPart =
  | { readonly at: number; readonly fold: undefined; readonly row: DiffRow }
  | { readonly at: number; readonly fold: number };

const AROUND = 3;
/** Fewer are not worth a press. */
const LEAST = 4;

/** `open` names the folds that were opened, by the row they begin with. */
export function foldedRows(rows: readonly DiffRow[], open: ReadonlySet<number>): FoldedPart[] {
  const near = nearChanges(rows);
  const parts: FoldedPart[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && near[end] === false) end++;
    if (end - at >= LEAST && !open.has(at)) {
      parts.push({ at, fold: end - at });
      at = end;
      continue;
    }
    for (const stop = Math.max(end, at + 1); at < stop; at++) {
      const row = rows[at];
      if (row !== undefined) parts.push({ at, fold: undefined, row });
    }
  }
  return parts;
}

function nearChanges(rows: readonly DiffRow[]): boolean[] {
  const near = rows.map(() => false);
  rows.forEach((row, at) => {
    if (row.kind !== "same") near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  });
  return near;
}
