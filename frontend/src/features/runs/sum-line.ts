/** What the list adds up to, in one line. Pure. */

import type { components } from "@/api/schema";
import { runs as words } from "@/text/runs";

/** `1,284 runs, newest first · 4.2M tokens · 71% ended without a person`: it follows the filter. */
export function sumLine(sum: components["schemas"]["RunCountsShown"]): string {
  if (sum.total === 0) return words.sum(0, false);
  const parts = [`${words.sum(sum.total, sum.total_is_capped)}, ${words.newestFirst}`];
  if (sum.tokens > 0) parts.push(words.tokens(sum.tokens));
  if (sum.without_person !== null) parts.push(words.withoutPerson(sum.without_person));
  return parts.join(" · ");
}
