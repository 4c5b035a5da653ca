import { useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import type { Text } from "@/live/fold/text";

/** All of a text; one that is kept outside of the events is read. Undefined while it is not here. */
export function useWholeText(runId: string, text: Text): { readonly text: string | undefined; readonly failed: boolean } {
  const stored = typeof text === "string" ? null : text;
  const body = useQuery({
    queryKey: ["run-body", runId, stored?.ref ?? ""],
    queryFn: () => ask(api.GET("/api/v1/runs/{run_id}/bodies/{body_id}", { params: { path: { run_id: runId, body_id: stored?.ref ?? "" } } })),
    enabled: stored !== null,
    staleTime: Infinity,
  });
  return { text: typeof text === "string" ? text : body.data?.content, failed: body.isError };
}
