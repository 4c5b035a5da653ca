/** The days that are shown: from the address, and to the server. Pure: today is a parameter, a day of the zone. */

export const PERIODS = ["today", "7d", "30d", "month", "own"] as const;
export type PeriodName = (typeof PERIODS)[number];

/** `2026-11-30`; as text, because a day is no instant. */
export type Day = string;

export interface Range {
  readonly from: Day;
  readonly to: Day;
}

export interface Period {
  readonly name: PeriodName;
  /** Of the own period. */
  readonly own: Range | null;
}

/** As many days as the server sums up at once. */
export const MOST_DAYS = 400;
const DAY_MS = 86_400_000;
const LENGTHS: Partial<Record<PeriodName, number>> = { today: 1, "7d": 7, "30d": 30 };

/** 30 days where the address says nothing that can be read. */
export function periodFrom(search: Readonly<Record<string, unknown>>): Period {
  const { period, from, to } = search;
  const own = typeof from === "string" && typeof to === "string" && faultOf({ from, to }) === null ? { from, to } : null;
  if (period === "own" && own !== null) return { name: "own", own };
  const name = PERIODS.find((each) => each === period && each !== "own") ?? "30d";
  return { name, own: null };
}

export function searchFrom({ name, own }: Period): Record<string, string> {
  if (own !== null) return { period: "own", ...own };
  return name === "30d" ? {} : { period: name };
}

/** The days of a period that ends today. */
export function rangeOf({ name, own }: Period, today: Day): Range {
  if (own !== null) return own;
  if (name === "month") return { from: `${today.slice(0, 8)}01`, to: today };
  return { from: plusDays(today, 1 - (LENGTHS[name] ?? 30)), to: today };
}

export type RangeFault = "unread" | "order" | "length";

/** What is wrong with days that somebody typed. */
export function faultOf({ from, to }: Range): RangeFault | null {
  if (!isDay(from) || !isDay(to)) return "unread";
  if (from > to) return "order";
  return daysBetween(from, to) >= MOST_DAYS ? "length" : null;
}

/** Every day from the first to the last. */
export function daysOf({ from, to }: Range): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => plusDays(from, index));
}

function plusDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** A day of the calendar in a year that runs can be of: a browser lets one type the year 0002 on the way. */
function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const shortDays = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
const longDays = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });

/** `30 Nov`. */
export function shortDayWords(day: Day): string {
  return shortDays.format(Date.parse(day));
}

/** `30 Nov 2026`. */
export function dayWords(day: Day): string {
  return longDays.format(Date.parse(day));
}
