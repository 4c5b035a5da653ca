import type { Listed } from "@/features/studio/model/shapes";
import { teamShelf } from "@/features/studio/model/shelf";
import { useLive } from "@/features/studio/use-live";

export interface TeamListed extends Listed {
  readonly members?: readonly string[];
}

/** The live teams of the project; none while they are not known, since an agent can be chosen without them. */
export function useTeams(): readonly TeamListed[] {
  return useLive(teamShelf) ?? [];
}
