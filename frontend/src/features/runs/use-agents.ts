import { useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import type { AgentSummary } from "@/api/types";

const PAGE = 100;

/** The agents of the project by name, all pages of them. */
export function useAgents() {
  return useQuery({ queryKey: keys.agents, queryFn: ({ signal }) => readAgents(signal), staleTime: 60_000 });
}

async function readAgents(signal: AbortSignal): Promise<AgentSummary[]> {
  const all: AgentSummary[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const page: { items: AgentSummary[]; next_cursor: string | null } = await ask(
      api.GET("/api/v1/agents", { params: { query }, signal }),
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}
