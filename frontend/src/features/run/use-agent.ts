import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import type { AgentDetail, ApprovalDetail } from "@/api/types";
import { keys } from "@/api/query";

/** The agent as it is now; what a run pinned may be an older version. */
export function useAgent(id: string | null): UseQueryResult<AgentDetail> {
  return useQuery({
    queryKey: ["agent", id ?? ""],
    queryFn: () => ask(api.GET("/api/v1/agents/{agent_id}", { params: { path: { agent_id: id ?? "" } } })),
    enabled: id !== null,
    staleTime: 60_000,
  });
}

/** The card of a call, for what the events do not hold: method and address. */
export function useCard(id: string | null): UseQueryResult<ApprovalDetail> {
  return useQuery({
    queryKey: keys.approval(id ?? ""),
    queryFn: () => ask(api.GET("/api/v1/approvals/{approval_id}", { params: { path: { approval_id: id ?? "" } } })),
    enabled: id !== null,
  });
}
