import type { RunSummary } from "@/api/types";

/** Who does a run: an agent, or an orchestration of several. */
export function whoRuns(run: Pick<RunSummary, "agent" | "orchestration">): { readonly id: string; readonly name: string; readonly version: number } {
  const who = run.agent ?? run.orchestration;
  if (who === null) throw new TypeError("a run is of an agent or of an orchestration");
  return who;
}
