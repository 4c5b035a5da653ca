import type { ApprovalRow } from "./card";

export interface ListedRow {
  row: ApprovalRow;
  /** It is no longer what the list asks for: dimmed until the person moves on. */
  gone: boolean;
}

export interface LiveRows {
  listed: readonly ListedRow[];
  /** New rows that would move what is being read. */
  waiting: readonly ApprovalRow[];
}

export const NO_ROWS: LiveRows = { listed: [], waiting: [] };

/** May a new row come in where it belongs without moving what a person looks at? */
export interface Stillness {
  atTop: boolean;
  untouched: boolean;
}

/**
 * What is listed after the server answered anew: known rows change in place, none jumps. `welcome` are rows that
 * the person has asked for, as by taking a decision back.
 */
export function mergeRows(
  before: LiveRows,
  fresh: readonly ApprovalRow[],
  { atTop, untouched }: Stillness,
  welcome: ReadonlySet<string> = new Set(),
): LiveRows {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const listed = before.listed.map(({ row }) => {
    const now = byId.get(row.id);
    return now ? { row: now, gone: false } : { row, gone: true };
  });
  const known = new Set(listed.map(({ row }) => row.id));
  const added = fresh.filter((row) => !known.has(row.id));
  const all = listed.length === 0 || (atTop && untouched);
  const comesIn = (row: ApprovalRow) => all || welcome.has(row.id);
  return {
    listed: [...listed, ...added.filter(comesIn).map((row) => ({ row, gone: false }))],
    waiting: added.filter((row) => !comesIn(row)),
  };
}

/** The waiting rows come in, at the person's word. */
export function showWaiting({ listed, waiting }: LiveRows): LiveRows {
  return { listed: [...listed, ...waiting.map((row) => ({ row, gone: false }))], waiting: [] };
}

/** The person has moved on: what is gone leaves, but the row that is current now. */
export function dropGone({ listed, waiting }: LiveRows, current: string | null): LiveRows {
  return { listed: listed.filter(({ row, gone }) => !gone || row.id === current), waiting };
}

/** A row that was decided here. */
export function dropRow({ listed, waiting }: LiveRows, id: string): LiveRows {
  return { listed: listed.filter(({ row }) => row.id !== id), waiting };
}

/** Which row is current once `id` is not: the one after it, else the one before it. */
export function neighbourOf(order: readonly string[], id: string): string | null {
  const at = order.indexOf(id);
  if (at < 0) {
    return order[0] ?? null;
  }
  return order[at + 1] ?? order[at - 1] ?? null;
}

/** The row `by` places further, held at both ends. */
export function moveBy(order: readonly string[], id: string | null, by: number): string | null {
  const at = id === null ? -1 : order.indexOf(id);
  if (at < 0) {
    return order[0] ?? null;
  }
  return order[Math.min(Math.max(at + by, 0), order.length - 1)] ?? null;
}
