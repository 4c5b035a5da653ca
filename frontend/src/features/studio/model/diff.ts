/** What differs between two texts, line by line (Myers, An O(ND) Difference Algorithm, 1986). Pure. */

export interface Side {
  /** The number of the line in its text, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface DiffRow {
  readonly kind: "same" | "changed" | "removed" | "added";
  readonly before: Side | null;
  readonly after: Side | null;
}

/** So many edits are searched for; texts that differ more are shown as one replaced by the other. */
const MOST_EDITS = 500;

/** The rows of both texts side by side: lines that were changed stand beside each other. */
export function diffRows(before: string, after: string): DiffRow[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const rows: DiffRow[] = [];
  let [x, y] = [0, 0];
  for (const [toX, toY] of [...matches(old, fresh), [old.length, fresh.length] as const]) {
    rows.push(...replaced(old, fresh, x, y, toX, toY));
    const text = old[toX];
    if (text !== undefined && toX < old.length && toY < fresh.length) {
      rows.push({ kind: "same", before: { line: toX + 1, text }, after: { line: toY + 1, text } });
    }
    [x, y] = [toX + 1, toY + 1];
  }
  return rows;
}

/** How many separate places differ. */
export function countChanges(rows: readonly DiffRow[]): number {
  return rows.filter((row, index) => row.kind !== "same" && (rows[index - 1]?.kind ?? "same") === "same").length;
}

/** Where two lines differ: the ranges between what they begin and what they end with alike. */
export function changedRange(before: string, after: string): { before: [number, number]; after: [number, number] } {
  const [old, fresh] = [Array.from(before), Array.from(after)];
  const least = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < least && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < least - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  const length = (signs: string[], to: number) => signs.slice(0, to).join("").length;
  return {
    before: [length(old, start), length(old, old.length - end)],
    after: [length(fresh, start), length(fresh, fresh.length - end)],
  };
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function replaced(old: string[], fresh: string[], x: number, y: number, toX: number, toY: number): DiffRow[] {
  return Array.from({ length: Math.max(toX - x, toY - y) }, (_, index): DiffRow => {
    const before = x + index < toX ? { line: x + index + 1, text: old[x + index] ?? "" } : null;
    const after = y + index < toY ? { line: y + index + 1, text: fresh[y + index] ?? "" } : null;
    return { kind: before === null ? "added" : after === null ? "removed" : "changed", before, after };
  });
}

/** The pairs of lines that are the same in both, in order. */
function matches(old: string[], fresh: string[]): [number, number][] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd--;
    freshEnd--;
  }
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at++) pairs.push([at, at]);
  for (const [x, y] of middle(old.slice(start, oldEnd), fresh.slice(start, freshEnd))) pairs.push([x + start, y + start]);
  for (let at = 0; oldEnd + at < old.length; at++) pairs.push([oldEnd + at, freshEnd + at]);
  return pairs;
}

function middle(old: string[], fresh: string[]): [number, number][] {
  const most = Math.min(old.length + fresh.length, MOST_EDITS);
  let reached = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(reached);
    const next = new Map<number, number>();
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
      let x = down ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < old.length && x - k < fresh.length && old[x] === fresh[x - k]) x++;
      next.set(k, x);
      if (x >= old.length && x - k >= fresh.length) return walkedBack(history, edits, old.length, fresh.length);
    }
    reached = new Map([...reached, ...next]);
  }
  return [];
}

function at(reached: ReadonlyMap<number, number>, k: number): number {
  return reached.get(k) ?? -1;
}

function walkedBack(history: readonly Map<number, number>[], edits: number, oldLength: number, freshLength: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [oldLength, freshLength];
  for (let step = edits; step >= 0; step--) {
    const reached = history[step] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -step || (k !== step && at(reached, k - 1) < at(reached, k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = step === 0 ? 0 : at(reached, fromK);
    const fromY = step === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      pairs.push([x, y]);
      if (step > 0 && (down ? x === fromX : y === fromY)) break;
    }
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
