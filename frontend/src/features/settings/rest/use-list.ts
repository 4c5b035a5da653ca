import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";

import { readAll } from "@/features/settings/rest/call";

/** What is kept of a list: the variables and where they are used change together with others. */
export const listKey = (path: string) => ["settings", path] as const;

export function useList<Item>(path: string, enabled = true): UseQueryResult<Item[]> {
  return useQuery({ queryKey: listKey(path), queryFn: ({ signal }) => readAll<Item>(path, signal), enabled });
}

/**
 * Reads all lists of the settings again: a credential shows who uses it, a connection which credential it has;
 * and the names that the editors of tools and agents offer.
 */
export function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ["settings"] }),
      client.invalidateQueries({ queryKey: ["names"] }),
    ]);
  };
}
