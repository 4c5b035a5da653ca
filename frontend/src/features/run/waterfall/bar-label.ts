/** What a bar says: how long it took, or for whom it waits. Pure. */

import { durationText } from "@/features/run/model/duration-text";
import type { Bar, Row } from "@/features/run/model/spans";
import { bars as words } from "@/text/run-trace";
import { runningWords, spanWords } from "@/ui/time-words";

/** `now`: milliseconds since the run was created. `who`: whom a wait is for, as the reader sees it. */
export function barLabel(row: Row, bar: Bar, now: number, who: string): string {
  switch (bar.kind) {
    case "wait":
      return row.kind === "person" ? waitLabel(bar, now, who) : words.waitsFor(who);
    case "waited":
      return row.kind === "person" ? words.waited(durationText((bar.to ?? now) - bar.from), bar.end) : bar.end;
    case "grace":
      return row.kind === "person" ? words.grace : "";
    case "model":
    case "tool":
    case "failed":
      // What the record says it took, where it says so: the time of its events has the way to the database in it.
      return bar.to === null ? runningWords(now - bar.from) : durationText(row.tookMs ?? bar.to - bar.from);
    default:
      return "";
  }
}

function waitLabel(bar: Bar, now: number, who: string): string {
  const took = runningWords(now - bar.from);
  if (bar.expires === null || bar.expires <= now) return words.waitsForOver(who, took);
  return words.waitsForUntil(who, took, spanWords(bar.expires - now));
}
