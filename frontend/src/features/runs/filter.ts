/** The filters of the list: from the address, from what is typed, and to the server. Pure. */

import { searchableWords } from "@/api/search-words";
import type { RunStatus, RunSummary, WaitingFor } from "@/api/types";
import { filterWords } from "@/text/runs";
import { status as statusWords, waiting as waitingWords } from "@/text/common";

export const fields = ["status", "waiting_for", "agent", "requester", "error", "created", "ended"] as const;
export type FilterField = (typeof fields)[number];

/** One filter: any of its values. */
export interface RunFilter {
  field: FilterField;
  values: readonly string[];
}

/** What the list shows: filters in the order of the fields, and words. */
export interface RunQuery {
  filters: readonly RunFilter[];
  words: string;
}

export const statuses: readonly RunStatus[] = [
  "queued",
  "running",
  "waiting",
  "cancelling",
  "needs_attention",
  "completed",
  "failed",
  "cancelled",
  "timed_out",
  "rejected",
];
export const waits: readonly WaitingFor[] = ["approval", "review", "input", "child", "peer", "timer", "budget"];
export const periods = ["today", "24h", "7d", "30d"] as const;

const several = new Set<FilterField>(["status", "waiting_for"]);
const DAY = 86_400_000;

/** From the address: what is not a filter of ours is left alone. */
export function queryFrom(search: Readonly<Record<string, unknown>>): RunQuery {
  const filters: RunFilter[] = [];
  for (const field of fields) {
    const text = search[field];
    if (typeof text !== "string" || text === "") continue;
    const values = several.has(field) ? text.split(",") : [text];
    const known = values.filter((value) => isValue(field, value));
    if (known.length > 0) filters.push({ field, values: known });
  }
  return { filters, words: typeof search.q === "string" ? search.q : "" };
}

/** To the address. */
export function searchFrom({ filters, words }: RunQuery): Record<string, string> {
  const search: Record<string, string> = {};
  for (const filter of filters) search[filter.field] = filter.values.join(",");
  if (words !== "") search.q = words;
  return search;
}

/** What the server is asked; days begin where the viewer is. */
export function parametersFrom({ filters, words }: RunQuery, now: number): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const { field, values } of filters) {
    if (field === "created" || field === "ended") Object.assign(parameters, periodFrom(field, values[0] ?? "", now));
    else parameters[field] = values.join(",");
  }
  if (words.trim() !== "") parameters.q = searchableWords(words);
  return parameters;
}

/** With one filter more, or with other values for its field. */
export function withFilter(query: RunQuery, filter: RunFilter): RunQuery {
  const others = query.filters.filter((each) => each.field !== filter.field);
  const before = query.filters.find((each) => each.field === filter.field);
  const values =
    several.has(filter.field) && before !== undefined
      ? [...before.values, ...filter.values.filter((value) => !before.values.includes(value))]
      : filter.values;
  return { ...query, filters: ordered([...others, { field: filter.field, values }]) };
}

export function withoutFilter(query: RunQuery, field: FilterField): RunQuery {
  return { ...query, filters: query.filters.filter((each) => each.field !== field) };
}

/** `status is failed`, `status:failed,timed_out`, `created today`; undefined where it is only words. */
export function filterFromText(text: string): RunFilter | undefined {
  const typed = text.trim();
  for (const field of fields) {
    const rest = restAfterField(typed, field);
    if (rest === undefined || rest === "") continue;
    const values = (several.has(field) ? rest.split(/\s*,\s*/) : [rest]).map((value) => valueFromText(field, value));
    if (values.every((value): value is string => value !== undefined)) return { field, values };
  }
  return undefined;
}

/** The field a text begins with, and what stands after it. */
export function fieldFromText(text: string): { field: FilterField; rest: string } | undefined {
  for (const field of fields) {
    const rest = restAfterField(text.trimStart(), field);
    if (rest !== undefined) return { field, rest };
  }
  return undefined;
}

/** A filter as a person would type it, so that it can be edited. */
export function textOfFilter({ field, values }: RunFilter): string {
  return `${filterWords.fields[field]} ${values.map((value) => wordOfValue(field, value)).join(", ")}`;
}

/** A value in words. */
export function wordOfValue(field: FilterField, value: string): string {
  switch (field) {
    case "status":
      return (statusWords as Record<string, string>)[value]?.toLowerCase() ?? value;
    case "waiting_for":
      return value;
    case "created":
    case "ended":
      return (filterWords.periods as Record<string, string>)[value] ?? value;
    default:
      return value;
  }
}

/** Whether a run still belongs in the list; what only the server can judge counts as belonging. */
export function stillFits(run: RunSummary, { filters }: RunQuery): boolean {
  return filters.every(({ field, values }) => {
    switch (field) {
      case "status":
        return values.includes(run.status);
      case "waiting_for":
        return run.status === "waiting" && run.waiting_for.some((each) => values.includes(each));
      case "error":
        return run.error !== null && values.includes(run.error.code);
      case "ended":
        return run.ended_at !== null;
      default:
        return true;
    }
  });
}

function ordered(filters: RunFilter[]): RunFilter[] {
  return filters.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}

function isValue(field: FilterField, value: string): boolean {
  switch (field) {
    case "status":
      return (statuses as readonly string[]).includes(value);
    case "waiting_for":
      return (waits as readonly string[]).includes(value);
    case "created":
    case "ended":
      return (periods as readonly string[]).includes(value) || isDay(value);
    default:
      return value !== "";
  }
}

function valueFromText(field: FilterField, text: string): string | undefined {
  const wanted = text.trim();
  const plain = wanted.toLowerCase();
  switch (field) {
    case "status":
      return statuses.find((each) => each === plain.replace(/\s+/g, "_") || statusWords[each].toLowerCase() === plain);
    case "waiting_for":
      return waits.find((each) => each === plain || waitingWords[each].toLowerCase() === plain);
    case "created":
    case "ended":
      return periods.find((each) => each === plain || filterWords.periods[each] === plain) ?? (isDay(plain) ? plain : undefined);
    default:
      return wanted === "" ? undefined : wanted.replace(/^["“]|["”]$/g, "");
  }
}

function restAfterField(text: string, field: FilterField): string | undefined {
  const names = [field, filterWords.names[field], filterWords.fields[field]];
  for (const name of names) {
    const pattern = new RegExp(`^${name}(?:\\s*[:=]\\s*|\\s+is\\s+|\\s+)`, "i");
    const found = pattern.exec(`${text} `);
    if (found !== null && found[0].length <= text.length + 1) return text.slice(found[0].length).replace(/^is\s+/i, "").trim();
  }
  return undefined;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
}

function periodFrom(field: "created" | "ended", value: string, now: number): Record<string, string> {
  const lengths: Record<string, number> = { "24h": DAY, "7d": 7 * DAY, "30d": 30 * DAY };
  const length = lengths[value];
  if (length !== undefined) return { [`${field}_after`]: new Date(now - length).toISOString() };
  const start = new Date(value === "today" ? now : `${value}T00:00:00`);
  start.setHours(0, 0, 0, 0);
  // "After" leaves its own instant out: a run of midnight sharp belongs to the day.
  const after = { [`${field}_after`]: new Date(start.getTime() - 1).toISOString() };
  if (value === "today") return after;
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return { ...after, [`${field}_before`]: end.toISOString() };
}
