/** A tree as the rows that are seen: what is folded hides what is under it. */

import type { Row } from "@/features/run/model/spans";

export interface SeenRow {
  readonly row: Row;
  /** 1 for the root. */
  readonly level: number;
  readonly place: number;
  readonly of: number;
  /** Null: there is nothing under it. */
  readonly unfolded: boolean | null;
  readonly parent: string | null;
}

export function seenRows(root: Row | null, folded: ReadonlySet<string>): SeenRow[] {
  const seen: SeenRow[] = [];
  const known = new Set<string>();
  const visit = (rows: readonly Row[], level: number, parent: string | null) => {
    rows.forEach((row, index) => {
      // A record that contradicts itself may name one thing twice: the screen shows it once.
      if (known.has(row.id)) return;
      known.add(row.id);
      const unfolded = row.children.length === 0 ? null : !folded.has(row.id);
      seen.push({ row, level, place: index + 1, of: rows.length, unfolded, parent });
      if (unfolded === true) visit(row.children, level + 1, row.id);
    });
  };
  if (root !== null) visit([root], 1, null);
  return seen;
}

/** The row that stands for a step: itself, or what hides it. */
export function rowOfStep(rows: readonly SeenRow[], root: Row | null, step: string | null): string | null {
  if (step === null) return null;
  const direct = rows.find((each) => each.row.id === step) ?? rows.find((each) => each.row.step === step);
  if (direct) return direct.row.id;
  const path = root === null ? [] : pathTo(root, step);
  return path.reverse().find((id) => rows.some((each) => each.row.id === id)) ?? null;
}

/** Whom the next wait or error is after a row; around the end it begins again. */
export function nextTrouble(rows: readonly SeenRow[], after: string | null): string | null {
  const start = rows.findIndex((each) => each.row.id === after);
  for (let step = 1; step <= rows.length; step += 1) {
    const each = rows[(start + step + rows.length) % rows.length];
    if (each && isTrouble(each.row)) return each.row.id;
  }
  return null;
}

function isTrouble(row: Row): boolean {
  if (row.kind === "run" || row.kind === "agent") return false;
  return row.bars.some((bar) => bar.kind === "wait") || (row.tone !== null && row.tone !== "running" && row.tone !== "queued" && row.tone !== "succeeded");
}

export function countSteps(root: Row | null): number {
  if (root === null) return 0;
  const own = root.kind === "model" || root.kind === "tool" || root.kind === "read" ? 1 : 0;
  return root.children.reduce((sum, child) => sum + countSteps(child), own);
}

function pathTo(row: Row, step: string): string[] {
  if (row.id === step || row.step === step) return [row.id];
  for (const child of row.children) {
    const path = pathTo(child, step);
    if (path.length > 0) return [row.id, ...path];
  }
  return [];
}
