import { Unreadable } from "./read";

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** Whole milliseconds between two instants of the record. Null where one is not known, never negative. */
export function millisecondsBetween(start: string | null, end: string | null): number | null {
  if (!start || !end) return null;
  return Math.max(0, Math.floor((microseconds(end) - microseconds(start)) / 1_000));
}

/** Microseconds since 1970, as Python's datetime counts: an exact number until the year 2255. */
function microseconds(text: string): number {
  const match = INSTANT.exec(text);
  if (!match) throw new Unreadable(`${text} is no instant`);
  const [, date, time, fraction = "", zone = "Z"] = match;
  const seconds = Date.parse(`${date ?? ""}T${time ?? ""}Z`);
  if (Number.isNaN(seconds) || new Date(seconds).toISOString().slice(0, 10) !== date) {
    throw new Unreadable(`${text} is no instant`);
  }
  return (seconds - offset(zone)) * 1_000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

function offset(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}
