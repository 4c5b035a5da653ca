/** The rows of the price table as a form edits them. Pure: whatever a draft holds, a row has texts. */

import { asList, asRecord, asText, orNothing } from "@/features/studio/model/read";

export const PRICE_FIELDS = ["provider", "model", "from", "currency", "input", "cached", "output"] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];
export type PriceRow = Readonly<Record<PriceField, string>>;

/** The columns of a row: all beside each other, or on two lines where there is no room. */
export const GRID =
  "grid grid-cols-[repeat(7,minmax(0,1fr))_auto] @min-[680px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1.8fr)_minmax(0,1.15fr)_78px_minmax(0,.8fr)_minmax(0,.95fr)_minmax(0,.8fr)_96px]";

type Stored = Readonly<Record<string, unknown>>;

export function rowsOf(content: Stored): readonly PriceRow[] {
  return asList(content.prices).map((each) => {
    const row = asRecord(each);
    return Object.fromEntries(PRICE_FIELDS.map((field) => [field, asText(row[field])])) as PriceRow;
  });
}

/** What each takes on those two lines. */
export const SPANS: Readonly<Record<PriceField, string>> = {
  provider: "@max-[680px]:col-span-2",
  model: "@max-[680px]:col-span-3",
  from: "@max-[680px]:col-span-3",
  currency: "",
  input: "@max-[680px]:col-span-2",
  cached: "@max-[680px]:col-span-2",
  output: "@max-[680px]:col-span-2",
};

export function isMoney(field: PriceField): boolean {
  return field === "input" || field === "cached" || field === "output";
}

/** With one field of one row written; an empty one is left out. Money stays the text that was typed: no digit is rounded. */
export function withPrice(content: Stored, index: number, field: PriceField, text: string): Stored {
  const prices = asList(content.prices).map((each, at) => {
    if (at !== index) return each;
    const row = { ...asRecord(each), [field]: orNothing(text.trim() === "" ? "" : text) };
    return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  });
  return { ...content, prices };
}

export function withoutPrice(content: Stored, index: number): Stored {
  return { ...content, prices: asList(content.prices).filter((_, at) => at !== index) };
}

/** One more at the end, or after the row it goes on from: the same model from another day. */
export function withNewPrice(content: Stored, after: number | null, day: string): Stored {
  const all = asList(content.prices);
  const before = after === null ? undefined : asRecord(all[after]);
  const row = { provider: "openai_chat", currency: "USD", ...before, from: day };
  const at = after === null ? all.length : after + 1;
  return { ...content, prices: [...all.slice(0, at), row, ...all.slice(at)] };
}

/** Whether a row is one that came with Baton, unchanged. */
export function isShipped(row: PriceRow, shipped: ReadonlySet<string>): boolean {
  return shipped.has(textOf(row));
}

export function shippedSet(content: Stored): ReadonlySet<string> {
  return new Set(rowsOf(content).map(textOf));
}

/** Indexes of the rows whose model or provider has these words. */
export function found(rows: readonly PriceRow[], words: string): readonly number[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return rows.flatMap((row, index) => (wanted.every((word) => `${row.provider} ${row.model}`.toLowerCase().includes(word)) ? [index] : []));
}

function textOf(row: PriceRow): string {
  return PRICE_FIELDS.map((field) => (isMoney(field) && row[field] !== "" ? String(Number(row[field])) : row[field])).join("|");
}
