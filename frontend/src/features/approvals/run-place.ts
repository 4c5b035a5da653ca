import type { RunDetail } from "@/api/types";
import type { Place } from "@/ui/place";

import type { ApprovalRow } from "./model/card";

/** Where a run is seen, at the step that asked. */
export function runPlace(card: Pick<ApprovalRow, "call_id" | "run">, run: RunDetail | undefined): Place {
  const step = run?.calls.find(({ id }) => id === card.call_id)?.step;
  return {
    to: "/runs/$runId",
    params: { runId: card.run.id },
    search: step === undefined ? { tab: "story" } : { tab: "story", step },
  };
}

/** The end of an id: its beginning is the time, the same for all of a minute. */
export function shortId(id: string): string {
  return id.slice(-6);
}
