import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { readPage } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { Shelf } from "@/features/studio/model/shelf";

const PAGE = 100;

/** What is on a shelf, by name; while another filter is read, the rows before stay. */
export function useShelf(shelf: Shelf, q: string, archived: boolean) {
  const list = useInfiniteQuery({
    queryKey: [...studioKeys.list(shelf), q, archived],
    queryFn: ({ pageParam, signal }) =>
      readPage(shelf, { q: q === "" ? undefined : q, archived: archived ? "true" : undefined, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return { list, rows: list.data?.pages.flatMap((page) => page.items) };
}
