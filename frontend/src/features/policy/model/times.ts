/** A length of time, as a definition writes it, in words. Pure. */

import { spanWords } from "@/ui/time-words";

const SECONDS: Readonly<Partial<Record<string, number>>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export function timeWords(time: string): string {
  const found = /^([0-9]+)([smhd])$/.exec(time.trim());
  const size = SECONDS[found?.[2] ?? ""];
  return found === null || size === undefined ? time : spanWords(Number(found[1]) * size * 1000);
}
