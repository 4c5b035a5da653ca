import { useQuery } from "@tanstack/react-query";

import { unsentOf, type Saying } from "@/features/agents/model/unsent";
import { call, readDetail } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { Listed, PageOf } from "@/features/studio/model/shapes";
import { policyShelf, profileShelf, toolShelf } from "@/features/studio/model/shelf";
import { FRESH_MS, MOST, readAll, useLive } from "@/features/studio/use-live";
import type { RiskLevel } from "@/ui/risk";

export interface ToolListed extends Listed {
  readonly effect_class?: string;
  readonly risk?: RiskLevel;
  readonly withdrawn?: boolean;
  readonly quarantine?: string | null;
}

export interface ConnectionNamed extends Saying {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
}

/** The live profiles, for a choice. */
export function useProfiles(): readonly Listed[] | undefined {
  return useLive(profileShelf);
}

/** The live tools with their risk. */
export function useTools(): readonly ToolListed[] | undefined {
  return useLive(toolShelf);
}

export function useConnections(): readonly ConnectionNamed[] | undefined {
  const query = useQuery({
    queryKey: ["names", "connections"],
    queryFn: ({ signal }) => readAll((cursor) => call<PageOf<ConnectionNamed>>("get", "/api/v1/connections", { query: { limit: MOST, cursor }, signal })),
    staleTime: FRESH_MS,
  });
  return query.data;
}

/** The settings that a model of a connection, both by their names, never gets; empty while that is not known. */
export function useUnsent(connection: string, model: string, isAsked: boolean): ReadonlySet<string> {
  const chosen = useConnections()?.find((each) => each.name === connection);
  const provider = chosen?.provider ?? "";
  const query = useQuery({
    queryKey: ["usual capabilities", provider, model],
    queryFn: ({ signal }) => call<{ usual: unknown }>("get", "/api/v1/capabilities", { query: { provider, model: model === "" ? undefined : model }, signal }),
    enabled: isAsked && provider !== "",
    // They are shipped: a new version of Baton brings new ones, and a new page.
    staleTime: Infinity,
  });
  return unsentOf(query.data?.usual, chosen ?? {}, model);
}

/** The rules that decide calls now; undefined while they are not known, or may not be. */
export function useRules(): unknown {
  const policy = useQuery({
    queryKey: studioKeys.one(policyShelf, ""),
    queryFn: ({ signal }) => readDetail(policyShelf, "", signal),
    staleTime: FRESH_MS,
  });
  return policy.data === undefined ? undefined : (policy.data.content?.rules ?? []);
}
