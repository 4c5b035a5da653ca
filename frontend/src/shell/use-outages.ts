import { useQuery } from "@tanstack/react-query";

import { can } from "@/api/boot";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";

export type Outage = components["schemas"]["Outage"];

const EVERY_MS = 5_000;
const NONE: readonly Outage[] = [];

/** The providers that do not answer now; none where that is not known or may not be. */
export function useOutages(): readonly Outage[] {
  const query = useQuery({
    queryKey: ["outages"],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/outages", { signal })),
    refetchInterval: EVERY_MS,
    enabled: can("runs:read"),
    retry: false,
  });
  return query.data?.items ?? NONE;
}
