/** From when on a decision counted: the record dates the decision itself, and it may have been taken back for a while. */

import { instant } from "@/features/run/model/instants";
import type { RunView } from "@/live/fold/view";

/** Longest that a decision can be taken back; what began later than that waited for something else. */
const LONGEST_GRACE = 60_000;

/** When work of the run began, each time. */
export function startsOf(view: RunView): number[] {
  return [...view.steps, ...view.calls].flatMap((each) => instant(each.started_at) ?? []);
}

/** When the run went on after a decision; the decision itself where it did not. */
export function countsFrom(starts: readonly number[], decided: number): number {
  const later = starts.filter((start) => start >= decided && start <= decided + LONGEST_GRACE);
  return later.length === 0 ? decided : Math.min(...later);
}
