import { card as words } from "@/text/approvals";
import { clockWords } from "@/ui/time-words";

/** The clock time, with the day where it is another: a decision hangs on it. */
export function momentWords(at: number, now: number, zone?: string): string {
  const clock = clockWords(at, at, zone);
  const day = clockWords(at, now, zone);
  return day === clock ? clock : words.dayAndTime(day, clock);
}
