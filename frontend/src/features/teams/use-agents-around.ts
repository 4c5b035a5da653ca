import type { Listed } from "@/features/studio/model/shapes";
import { agentShelf } from "@/features/studio/model/shelf";
import { useLive } from "@/features/studio/use-live";

export interface AgentAround extends Listed {
  readonly specialization?: string | null;
  readonly tags?: readonly string[];
}

/** The live agents, with what they are good at; undefined while they are not known. */
export function useAgentsAround(): readonly AgentAround[] | undefined {
  return useLive(agentShelf);
}

/** What the named ones are good at, each once. */
export function specializationsOf(agents: readonly AgentAround[], names: readonly string[]): string[] {
  const of = agents.filter((agent) => names.includes(agent.name)).map((agent) => agent.specialization ?? "");
  return [...new Set(of)].filter((each) => each !== "").sort();
}
