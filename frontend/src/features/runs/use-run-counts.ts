import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import { parametersFrom, queryFrom, searchFrom, withoutFilter, type FilterField, type RunQuery } from "@/features/runs/filter";
import { views, type RunView } from "@/features/runs/views";
import { useChanges } from "@/live/use-changes";
import { now } from "@/ui/now";

/** Counting costs more than reading: numbers may be this old. */
const COUNT_MS = 3000;

function countOptions(query: RunQuery) {
  return {
    queryKey: [...keys.runCounts, JSON.stringify(searchFrom(query))],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(api.GET("/api/v1/runs/counts", { params: { query: parametersFrom(query, now()) }, signal })),
    placeholderData: keepPreviousData,
  };
}

/** The numbers of what the list shows. */
export function useRunSum(query: RunQuery) {
  return useQuery(countOptions(query));
}

export interface ViewCount {
  count: number;
  capped: boolean;
}

/** One number for each view, live. */
export function useViewCounts(): Partial<Record<RunView["id"], ViewCount>> {
  const client = useQueryClient();
  useChanges(() => void client.invalidateQueries({ queryKey: keys.runCounts }), COUNT_MS);
  const read = useQueries({ queries: views.map((view) => countOptions(queryFrom(view.search))) });
  const counts: Partial<Record<RunView["id"], ViewCount>> = {};
  views.forEach((view, index) => {
    const data = read[index]?.data;
    if (data !== undefined) counts[view.id] = { count: data.total, capped: data.total_is_capped };
  });
  return counts;
}

export interface Blame extends ViewCount {
  /** Null: the words. */
  field: FilterField | null;
}

/** Which filter leaves nothing: the one without which most would be there. */
export function useBlame(query: RunQuery, empty: boolean): Blame | undefined {
  const without: { field: FilterField | null; query: RunQuery }[] = query.filters.map(({ field }) => ({
    field,
    query: withoutFilter(query, field),
  }));
  if (query.words !== "") without.push({ field: null, query: { ...query, words: "" } });
  const read = useQueries({ queries: without.map((each) => ({ ...countOptions(each.query), enabled: empty })) });
  let worst: Blame | undefined;
  without.forEach(({ field }, index) => {
    const data = read[index]?.data;
    if (data === undefined || data.total === 0 || data.total <= (worst?.count ?? 0)) return;
    worst = { field, count: data.total, capped: data.total_is_capped };
  });
  return worst;
}
