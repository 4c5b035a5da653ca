/** A list of things with fields in the content, as tasks and lines of a rubric are: changed and put in order. Pure. */

import { withField } from "@/features/studio/model/pointer";
import { asList, asRecord } from "@/features/studio/model/read";

export type Row = Readonly<Record<string, unknown>>;

export function rowsOf(value: unknown): Row[] {
  return asList(value).map(asRecord);
}

/** What stands in the content: none leave no trace. */
export function rowsIn(rows: readonly Row[]): readonly Row[] | undefined {
  return rows.length === 0 ? undefined : rows;
}

/** With another value of one field; undefined takes it away. */
export function changed(rows: readonly Row[], at: number, field: string, value: unknown): Row[] {
  return rows.map((row, index) => (index === at ? withField(row, field, value) : row));
}

/** One of them at another place; out of range all stay. */
export function moved(rows: readonly Row[], from: number, to: number): Row[] {
  const taken = rows[from];
  if (taken === undefined || to < 0 || to >= rows.length) return [...rows];
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), taken, ...rest.slice(to)];
}

/** An object in the content with one field set; what is empty is left out as a whole. */
export function sectionWith(section: Row, field: string, value: unknown): Row | undefined {
  const next = withField(section, field, value);
  return Object.keys(next).length === 0 ? undefined : next;
}
