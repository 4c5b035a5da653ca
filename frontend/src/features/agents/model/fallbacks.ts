/** The models to ask when the agent's own does not answer: added, changed, put in order. Pure. */

import { asList, asRecord } from "@/features/studio/model/read";
import { withField } from "@/features/studio/model/pointer";

export type Fallback = Readonly<Record<string, unknown>>;

export const MOST_FALLBACKS = 3;

export function fallbacksOf(content: Readonly<Record<string, unknown>>): Fallback[] {
  return asList(content.fallback).map(asRecord);
}

/** What stands in the content: none leave no trace. */
export function fallbackIn(rows: readonly Fallback[]): readonly Fallback[] | undefined {
  return rows.length === 0 ? undefined : rows;
}

/** With another value of one field; undefined takes it away. */
export function changed(rows: readonly Fallback[], at: number, field: string, value: unknown): Fallback[] {
  return rows.map((row, index) => (index === at ? withField(row, field, value) : row));
}

/** One of them at another place; out of range all stay. */
export function moved(rows: readonly Fallback[], from: number, to: number): Fallback[] {
  const taken = rows[from];
  if (taken === undefined || to < 0 || to >= rows.length) return [...rows];
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), taken, ...rest.slice(to)];
}
