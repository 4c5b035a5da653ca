/** Two people saved the same draft: both texts, and what to save over. Pure. */

import type { ApiError } from "@/api/errors";
import type { Detail, Named } from "@/features/studio/model/shapes";

export interface Conflict {
  /** The revision that is stored now; 0 where the draft is gone. */
  readonly revision: number;
  /** The version that is live now. */
  readonly base: number | null;
  readonly theirs: string;
  readonly mine: string;
  readonly by: Named | null;
  readonly at: string | null;
}

/** From the refusal; what it does not say is taken from what is stored. */
export function conflictOf(error: Error, mine: string, stored: Detail | null): Conflict {
  const details = "details" in error ? (error as ApiError).details : {};
  const by = details.updated_by as Named | null | undefined;
  const saved = stored?.draft ?? null;
  // A version was published beside the draft, and nobody has saved since: it is what came between.
  const draft = saved !== null && saved.base_number === stored?.version ? saved : null;
  return {
    revision: saved?.revision ?? (typeof details.version === "number" && stored === null ? details.version : 0),
    base: stored?.version ?? null,
    theirs: draft?.text ?? (stored === null && typeof details.text === "string" ? details.text : (stored?.text ?? "")),
    mine,
    by: draft?.updated_by ?? by ?? null,
    at: draft?.updated_at ?? (typeof details.updated_at === "string" ? details.updated_at : null),
  };
}
