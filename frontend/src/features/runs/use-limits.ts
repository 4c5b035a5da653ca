import { useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import { secondsOf, type StartForm } from "@/features/runs/start-form";
import { readDetail } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import { asRecord, asText } from "@/features/studio/model/read";
import { teamShelf } from "@/features/studio/model/shelf";

/** How far a run may go at most. */
export interface RunLimits {
  readonly seconds: number;
  readonly steps: number;
  /** None: as many as it takes. */
  readonly tokens: number | null;
}

/** Of the platform, where those of who works are not read yet or say nothing. */
const USUAL: RunLimits = { seconds: 86_400, steps: 200, tokens: null };

/** The limits of the agent or the team that was chosen. */
export function useLimits({ agent, team }: StartForm): RunLimits {
  const ofAgent = useQuery({
    queryKey: [...keys.agents, agent],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/agents/{agent_id}", { params: { path: { agent_id: agent } }, signal })),
    enabled: agent !== "",
    staleTime: 60_000,
  }).data?.limits;
  const ofTeam = useQuery({
    queryKey: studioKeys.one(teamShelf, team),
    queryFn: ({ signal }) => readDetail(teamShelf, team, signal),
    enabled: team !== "",
  }).data;
  if (team !== "") return limitsIn(asRecord(ofTeam?.content?.limits));
  return ofAgent == null ? USUAL : { seconds: ofAgent.deadline_seconds, steps: ofAgent.steps, tokens: ofAgent.tokens };
}

/** As a definition writes them. */
function limitsIn(limits: Readonly<Record<string, unknown>>): RunLimits {
  return {
    seconds: secondsOf(asText(limits.deadline)) ?? USUAL.seconds,
    steps: typeof limits.steps === "number" ? limits.steps : USUAL.steps,
    tokens: typeof limits.tokens === "number" ? limits.tokens : USUAL.tokens,
  };
}
