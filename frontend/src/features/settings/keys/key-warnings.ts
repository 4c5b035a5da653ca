/** Keys that somebody should look at: without an end, or used by nobody. Pure: now is a parameter. */

import type { ApiKey } from "@/features/settings/rest/shapes";
import { apiKeys as words } from "@/text/settings-keys";
import { spanWords } from "@/ui/time-words";

const DAY_MS = 86_400_000;
const IDLE = 60 * DAY_MS;
const UNUSED = 30 * DAY_MS;
const SOON = 14 * DAY_MS;

export type EndTone = "over" | "never" | "soon" | "later";

export function isDead(key: ApiKey, now: number): boolean {
  return key.revoked_at !== null || (key.expires_at !== null && Date.parse(key.expires_at) <= now);
}

/** How the end of a key is shown. */
export function toneOfEnd(key: ApiKey, now: number): EndTone {
  if (isDead(key, now)) return "over";
  if (key.expires_at === null) return "never";
  return Date.parse(key.expires_at) - now < SOON ? "soon" : "later";
}

/** What is worrying about a key, in a sentence; undefined where nothing is. */
export function warningOf(key: ApiKey, now: number): string | undefined {
  if (isDead(key, now)) return undefined;
  const never = key.expires_at === null;
  const age = now - Date.parse(key.created_at);
  const idle = key.last_used_at === null ? 0 : now - Date.parse(key.last_used_at);
  if (key.last_used_at === null && age > UNUSED) {
    return never ? words.warnings.neverAndUnused(key.name, spanWords(age)) : words.warnings.unused(key.name, spanWords(age));
  }
  if (idle > IDLE) return never ? words.warnings.neverAndIdle(key.name, spanWords(idle)) : words.warnings.idle(key.name, spanWords(idle));
  return never ? words.warnings.never(key.name) : undefined;
}
