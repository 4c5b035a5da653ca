import { useMemo } from "react";

import { boot } from "@/api/boot";
import type { RunSummary } from "@/api/types";
import type { Known } from "@/features/runs/filter-suggestions";
import { useAgents } from "@/features/runs/use-agents";

/** Names the filter field can propose: the agents there are, and who and what the loaded rows name. */
export function useKnown(rows: readonly RunSummary[]): Known {
  const agents = useAgents();
  return useMemo(() => {
    const you = boot().person?.name;
    return {
      agents: unique([...(agents.data ?? []), ...rows.flatMap((run) => (run.agent === null ? [] : [run.agent]))].map((agent) => agent.name)),
      requesters: unique([...(you === undefined ? [] : [you]), ...rows.map((run) => run.requester.name)]),
      errors: unique(rows.flatMap((run) => (run.error === null ? [] : [run.error.code]))),
    };
  }, [agents.data, rows]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
