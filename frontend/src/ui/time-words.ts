/** Times as words: durations, ages, clock times and the exact instant. Pure: now and the zone are parameters. */

import { time as words } from "@/text/common";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this an expiry is urgent. */
export const SOON = 15 * MINUTE;

/** A length: `0.8 s`, `3:11`, `1 h 40`, `3 days`. */
export function durationWords(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  if (length < MINUTE - 50) return words.seconds((Math.floor(length / 100) / 10).toFixed(1));
  if (length < HOUR) {
    const total = Math.floor(length / SECOND);
    return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, "0")}`;
  }
  return hoursOrDays(length);
}

/** A length that still grows: whole seconds, so that it moves once a second. */
export function runningWords(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  return length < MINUTE ? words.seconds(String(Math.floor(length / SECOND))) : durationWords(length);
}

/** A share of a growing length: with a digit while it is short, so that it is not nothing. */
export function shareWords(milliseconds: number): string {
  return milliseconds < 10 * SECOND ? durationWords(milliseconds) : runningWords(milliseconds);
}

/** How long since or until, coarsely: one unit, two under a day; seconds only under a minute. */
export function spanWords(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  if (length < MINUTE) return words.seconds(String(Math.floor(length / SECOND)));
  if (length < HOUR) return words.minutes(Math.floor(length / MINUTE));
  return hoursOrDays(length);
}

/** `12 min ago`; under a minute `just now`. */
export function agoWords(at: number, now: number): string {
  const length = now - at;
  return length < MINUTE ? words.now : words.ago(spanWords(length));
}

export interface ExpiryWords {
  text: string;
  /** Under 15 minutes: shown in red with the clock time beside it. */
  soon: boolean;
  over: boolean;
}

/** What is left until an expiry. */
export function expiryWords(at: number, now: number): ExpiryWords {
  const left = at - now;
  if (left <= 0) return { text: words.expired, soon: true, over: true };
  return { text: spanWords(left), soon: left < SOON, over: false };
}

/** `14:31`, another day `28 Nov`, another year `28 Nov 2025`. */
export function clockWords(at: number, now: number, zone?: string): string {
  const [then, today] = [parts(at, zone), parts(now, zone)];
  if (then.year !== today.year) return `${then.day} ${then.month} ${then.year}`;
  if (then.month !== today.month || then.day !== today.day) return `${then.day} ${then.month}`;
  return `${then.hour}:${then.minute}`;
}

/** `14:31:52`, with the day where it is not today. */
export function traceClockWords(at: number, now: number, zone?: string): string {
  const [then, today] = [parts(at, zone), parts(now, zone)];
  const clock = `${then.hour}:${then.minute}:${then.second}`;
  const same = then.year === today.year && then.month === today.month && then.day === today.day;
  return same ? clock : `${clockWords(at, now, zone)} ${clock}`;
}

/** The exact instant in the zone of the viewer, with its name, and in UTC. */
export function exactWords(at: number, zone?: string): string {
  const local = parts(at, zone);
  const utc = parts(at, "UTC");
  const name = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const milliseconds = String(((at % 1000) + 1000) % 1000).padStart(3, "0");
  return words.exact(
    `${local.day} ${local.month} ${local.year}, ${local.hour}:${local.minute}:${local.second}.${milliseconds} ${name ?? ""}`.trim(),
    `${utc.hour}:${utc.minute}:${utc.second}`,
  );
}

function hoursOrDays(length: number): string {
  if (length >= DAY) return words.days(Math.floor(length / DAY));
  const hours = Math.floor(length / HOUR);
  const minutes = Math.floor((length % HOUR) / MINUTE);
  return minutes === 0 ? words.hours(hours) : words.hoursAndMinutes(hours, minutes);
}

interface Parts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

function parts(at: number, zone: string | undefined): Parts {
  const found: Record<string, string> = {};
  for (const part of formatOf(zone).formatToParts(at)) found[part.type] = part.value;
  return {
    year: found.year ?? "",
    month: (found.month ?? "").slice(0, 3),
    day: found.day ?? "",
    hour: found.hour ?? "",
    minute: found.minute ?? "",
    second: found.second ?? "",
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once for each zone: a formatter costs more than a thousand uses of it. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? "";
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formats.set(key, format);
  }
  return format;
}
