/** Settings of a model as rows that can be half written, and back. Pure. */

import { asRecord } from "@/features/studio/model/read";

export interface SettingRow {
  readonly name: string;
  /** As it is typed. */
  readonly value: string;
}

export function rowsOf(settings: unknown): SettingRow[] {
  return Object.entries(asRecord(settings)).map(([name, value]) => ({ name, value: typedOf(value) }));
}

/** The settings that the rows say; nothing where they say nothing. Rows without a name are not there yet. */
export function settingsOf(rows: readonly SettingRow[]): Record<string, unknown> | undefined {
  const named = rows.filter((row) => row.name.trim() !== "");
  return named.length === 0 ? undefined : Object.fromEntries(named.map((row) => [row.name.trim(), valueOf(row.value)]));
}

/** `0.2` is a number, `true` is true, `[1]` a list; anything else is text. */
export function valueOf(typed: string): unknown {
  const text = typed.trim();
  if (!/^(-?\d|true$|false$|null$|[[{"])/.test(text)) return typed;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return typed;
  }
}

function typedOf(value: unknown): string {
  return typeof value === "string" && valueOf(value) === value ? value : JSON.stringify(value);
}
