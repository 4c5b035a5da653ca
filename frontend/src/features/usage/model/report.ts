/** What the page makes of a report: its rows' names and the file that is downloaded. Pure. */

import type { components } from "@/api/schema";
import { tokensOf } from "@/features/spending/amounts";
import { csvHeads } from "@/text/usage";

export type UsageReport = components["schemas"]["UsageReport"];
export type UsageRow = components["schemas"]["UsageRow"];
export const WAYS = ["agent", "model", "connection", "day"] as const;
export type UsageBy = (typeof WAYS)[number];

export function byFrom(search: Readonly<Record<string, unknown>>): UsageBy {
  return WAYS.find((each) => each === search.by) ?? "agent";
}

/** Of a row in its table. */
export function keyOf(row: UsageRow): string {
  return row.day ?? row.agent?.id ?? row.connection?.id ?? (row.model === null ? "none" : JSON.stringify([row.model.provider, row.model.name]));
}

export interface UsageFile {
  readonly name: string;
  readonly text: string;
}

/** The rows as they are counted: plain numbers, each currency a column of its own, so that a sheet can add up. */
export function csvOf(report: UsageReport, by: UsageBy): UsageFile {
  const currencies = Object.keys(report.total.cost.amounts).sort();
  const heads = [...csvHeads[by], ...csvHeads.tries, ...csvHeads.tokens, ...currencies.map(csvHeads.cost), csvHeads.unknown];
  const rows = report.rows.map((row) => [...aboutCells(row, by), ...countCells(row, currencies)]);
  const text = [heads, ...rows].map((cells) => cells.map(cell).join(",")).join("\r\n");
  return { name: csvHeads.file(report.from, report.to, by), text: `${text}\r\n` };
}

function aboutCells(row: UsageRow, by: UsageBy): string[] {
  if (by === "day") return [row.day ?? ""];
  if (by === "model") return [row.model?.provider ?? "", row.model?.name ?? ""];
  return [row[by]?.id ?? "", row[by]?.name ?? ""];
}

function countCells(row: UsageRow, currencies: readonly string[]): string[] {
  const { fresh, cached, output, reasoning } = tokensOf(row.usage);
  const counts = [row.attempts, row.failed, fresh, cached, output, reasoning, row.usage.unknown];
  const money = currencies.map((currency) => plainMoney(row.cost.amounts[currency] ?? 0));
  return [...counts.map(String), ...money, String(row.cost.unknown)];
}

/** `0.041`: with a point and all digits, in no language. */
export function plainMoney(nano: number): string {
  const digits = BigInt(Math.round(nano)).toString().padStart(10, "0");
  const [whole, part] = [digits.slice(0, -9), digits.slice(-9).replace(/0+$/, "")];
  return part === "" ? whole : `${whole}.${part}`;
}

/** A name that a sheet would take for a formula stays a text. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
