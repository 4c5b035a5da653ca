/** What waits for this person, on every page: the badge of Approvals and the title of the tab. */

import { useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import { dayStart } from "@/ui/day";
import { now } from "@/ui/now";

/** Of approvals: the numbers of the inbox. Live names the key when one has changed. */
export function useApprovalCounts() {
  return useQuery({
    queryKey: [...keys.approvals, "counts"],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/approvals/counts", { params: { query: { since: dayStart(now()) } }, signal })),
    // The day of "decided today" is the viewer's, and a clock may pass an expiry while nothing else happens.
    refetchInterval: 60_000,
  });
}
