/** A length of time, in seconds or as a definition writes it, in words. Pure. */

import { spanWords } from "@/ui/time-words";

const SECONDS: Readonly<Partial<Record<string, number>>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export function timeWords(time: string | number): string {
  if (typeof time === "number") return spanWords(time * 1000);
  const found = /^([0-9]+)([smhd])$/.exec(time.trim());
  const size = SECONDS[found?.[2] ?? ""];
  return found === null || size === undefined ? time : spanWords(Number(found[1]) * size * 1000);
}
