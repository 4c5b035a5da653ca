import { useQuery } from "@tanstack/react-query";

import { readPage } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { Listed, PageOf } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";

export const MOST = 100;
export const FRESH_MS = 30_000;

/** All of a kind that have a live version, for a choice; undefined while they are not known. */
export function useLive(shelf: Shelf): readonly Listed[] | undefined {
  const query = useQuery({
    queryKey: [...studioKeys.list(shelf), "all"],
    queryFn: ({ signal }) => readAll((cursor) => readPage(shelf, { limit: MOST, cursor }, signal)),
    staleTime: FRESH_MS,
  });
  return query.data?.filter((each) => each.version !== null);
}

/** Every page of a list. */
export async function readAll<Item>(read: (cursor: string | undefined) => Promise<PageOf<Item>>): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
