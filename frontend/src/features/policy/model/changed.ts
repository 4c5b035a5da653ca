/** Which rules of a draft are not in force as they stand: compared by what they say, wherever they stand. Pure. */

import { canonical } from "@/live/canonical";
import type { JsonObject } from "@/live/json";

export type Change = "new" | "changed" | "moved";

/** The change of each rule against those in force, by its place; undefined where it is the same. */
export function changesOf(draft: readonly JsonObject[], live: readonly JsonObject[]): (Change | undefined)[] {
  const spelled = draft.map((rule) => canonical(rule));
  const old = live.map((rule) => canonical(rule));
  const kept = longestCommon(spelled, old);
  return spelled.map((text, place) => {
    if (kept.has(place)) return undefined;
    if (old.includes(text)) return "moved";
    return live.some((rule) => !spelled.includes(canonical(rule)) && subjectOf(rule) === subjectOf(draft[place] ?? {}))
      ? "changed"
      : "new";
  });
}

/** A changed rule is still about the same tools. */
function subjectOf(rule: JsonObject): string {
  return canonical(rule.allow ?? rule.ask ?? rule.deny ?? null);
}

/** The places of the draft that stand in the same order in both. */
function longestCommon(draft: readonly string[], live: readonly string[]): Set<number> {
  const lengths = Array.from({ length: draft.length + 1 }, () => new Array<number>(live.length + 1).fill(0));
  const length = (left: number, right: number) => lengths[left]?.[right] ?? 0;
  for (let left = draft.length - 1; left >= 0; left -= 1) {
    for (let right = live.length - 1; right >= 0; right -= 1) {
      const row = lengths[left];
      if (row === undefined) continue;
      row[right] =
        draft[left] === live[right] ? length(left + 1, right + 1) + 1 : Math.max(length(left + 1, right), length(left, right + 1));
    }
  }
  const kept = new Set<number>();
  for (let left = 0, right = 0; left < draft.length && right < live.length; ) {
    if (draft[left] === live[right]) {
      kept.add(left);
      left += 1;
      right += 1;
    } else if (length(left + 1, right) >= length(left, right + 1)) left += 1;
    else right += 1;
  }
  return kept;
}
