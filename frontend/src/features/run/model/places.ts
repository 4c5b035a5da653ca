/** The same step in every tab: an entry of the story and a row of the waterfall are about one thing. */

import type { StoryItem } from "@/features/run/model/story-item";
import type { SeenRow } from "@/features/run/model/tree";
import type { RunView } from "@/live/fold/view";
import type { Tone } from "@/ui/status-look";

/** The entry that a key or an id of a step stands for; a model call without words is its first call. */
export function entryOf(items: readonly StoryItem[], view: RunView, wanted: string | null): string | null {
  if (wanted === null) return null;
  const direct = items.find((each) => each.key === wanted) ?? items.find((each) => each.step === wanted);
  if (direct) return direct.key;
  const base = items.find((each) => each.key === rowIdOf(wanted));
  if (base) return base.key;
  const calls = view.steps.find((step) => step.id === wanted)?.calls ?? [];
  return items.find((each) => each.step !== null && calls.includes(each.step))?.key ?? null;
}

/** The row that an entry stands for: a decision is the row of its card, an outcome that of its call. */
export function rowIdOf(key: string): string {
  return key.replace(/\.(outcome|decided|ended)$/, "");
}

/** What the panel shows for an entry, a row, or a step by its own id; null for the run and its agent. */
export function stepOf(items: readonly StoryItem[], rows: readonly SeenRow[], wanted: string): string | null {
  const row = rows.find((each) => each.row.id === rowIdOf(wanted))?.row;
  if (row) return row.step;
  return items.find((each) => each.key === wanted)?.step ?? null;
}

/** The next entry that waits or went wrong; around the end it begins again. */
export function nextTroubleIn(items: readonly StoryItem[], after: string | null): string | null {
  const start = items.findIndex((each) => each.key === after);
  for (let step = 1; step <= items.length; step += 1) {
    const each = items[(start + step + items.length) % items.length];
    if (each && (each.wait !== null || isBad(each.tone))) return each.key;
  }
  return null;
}

function isBad(tone: Tone | null): boolean {
  return tone !== null && tone !== "review" && tone !== "succeeded" && tone !== "running" && tone !== "queued" && tone !== "approval";
}
