/** Finding agents for a team by name, specialization or tag. Pure. */

import type { AgentAround } from "@/features/teams/use-agents-around";

/** Those in which every word of the text stands, without the members. */
export function foundAgents(agents: readonly AgentAround[], members: readonly string[], text: string): AgentAround[] {
  const asked = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return agents.filter((agent) => {
    const all = [agent.name, agent.specialization ?? "", ...(agent.tags ?? [])].join("\n").toLowerCase();
    return !members.includes(agent.name) && asked.every((word) => all.includes(word));
  });
}
