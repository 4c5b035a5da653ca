/** What the agent of a run may call, with how the policy has judged it in this run. */

import type { AgentDetail } from "@/api/types";
import type { RunView } from "@/live/fold/view";

export interface ToolOfRun {
  readonly id: string;
  readonly name: string;
  readonly effect: string;
  /** Of its newest call here; null: it was not called, and a rule may look at the arguments. */
  readonly outcome: string | null;
}

/** Empty where the agent has another version by now: what this run may do is then not known. */
export function toolsOf(view: RunView, agent: AgentDetail): ToolOfRun[] {
  if (agent.version_id !== view.agent?.version_id) return [];
  const judged = new Map(view.calls.map((call) => [call.tool_version, call.outcome]));
  return agent.tools.map((tool) => ({
    id: tool.id,
    name: tool.name,
    effect: tool.effect_class,
    outcome: judged.get(tool.version_id) ?? null,
  }));
}
