import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import type { ApprovalSummary } from "@/api/types";

const MOST = 100;

/** The approvals that wait, by run: the most urgent of each. A row then says what its run waits for. */
export function usePendingByRun(): ReadonlyMap<string, ApprovalSummary> {
  const pending = useQuery({
    queryKey: [...keys.approvals, "pending-by-run"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/approvals", { params: { query: { state: "pending", sort: "urgent", limit: MOST } }, signal })),
  });
  return useMemo(() => {
    const byRun = new Map<string, ApprovalSummary>();
    for (const approval of pending.data?.items ?? []) {
      if (!byRun.has(approval.run.id)) byRun.set(approval.run.id, approval);
    }
    return byRun;
  }, [pending.data]);
}
