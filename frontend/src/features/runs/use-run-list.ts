import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { keys } from "@/api/query";
import { parametersFrom, searchFrom, stillFits, type RunQuery } from "@/features/runs/filter";
import { listFrom, withChanges, withFreshInserted, withFreshShown, withHead, withNextPage, withRow, type ListState } from "@/features/runs/list-state";
import { Throttle } from "@/features/runs/throttled";
import { useChanges } from "@/live/use-changes";
import { useConnection } from "@/shell/connection";
import { now } from "@/ui/now";

const PAGE = 50;
/** The head of the list is read again at most this often, however much happens. */
const HEAD_MS = 1000;
/** A change of state is shown this often. */
const CHANGE_MS = 250;
/** Without live the list asks by itself. */
const POLL_MS = 10_000;
/** Rows further down that are read one by one; more than these wait for the next look. */
const SINGLE = 8;

export interface RunList {
  state: ListState | undefined;
  error: ApiError | null;
  loading: boolean;
  readingMore: boolean;
  readMore: () => void;
  /** At the wish of the person. */
  showFresh: () => void;
  /** When nobody would notice: the list is at its top and untouched. */
  insertFresh: () => void;
  retry: () => void;
}

/** The list of a query, live. */
export function useRunList(query: RunQuery): RunList {
  const client = useQueryClient();
  const { state: connection } = useConnection();
  const address = JSON.stringify(searchFrom(query));
  const key = useMemo(() => [...keys.runList, address], [address]);
  const fits = useCallback((run: Parameters<typeof stillFits>[0]) => stillFits(run, query), [query]);
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await readPage(query, null, signal);
      const before = client.getQueryData<ListState>(key);
      return before === undefined ? listFrom(page) : withHead(before, page, fits);
    },
    // The state holds sets, and is new only where something changed.
    structuralSharing: false,
    refetchInterval: connection === "live" ? false : POLL_MS,
  });
  const [readingMore, setReadingMore] = useState(false);

  const readMore = useCallback(() => {
    const state = client.getQueryData<ListState>(key);
    if (state?.cursor == null || readingMore) return;
    setReadingMore(true);
    readPage(query, state.cursor)
      .then((page) => update(client, key, (now) => withNextPage(now, page)))
      .catch(() => undefined)
      .finally(() => setReadingMore(false));
  }, [client, key, query, readingMore]);

  const takeFresh = useCallback(
    (change: (state: ListState) => ListState) => {
      const gap = client.getQueryData<ListState>(key)?.gap === true;
      update(client, key, change);
      if (gap) void client.resetQueries({ queryKey: key, exact: true });
    },
    [client, key],
  );
  const showFresh = useCallback(() => takeFresh(withFreshShown), [takeFresh]);
  const insertFresh = useCallback(() => takeFresh(withFreshInserted), [takeFresh]);

  useLiveRows(client, key, fits);

  return {
    state: list.data,
    error: list.error instanceof ApiError ? list.error : null,
    loading: list.isPending,
    readingMore,
    readMore,
    showFresh,
    insertFresh,
    retry: () => void list.refetch(),
  };
}

/** Shows a change of state at once, then reads what else changed. */
function useLiveRows(client: QueryClient, key: readonly string[], fits: (run: Parameters<typeof stillFits>[0]) => boolean): void {
  const changed = useRef(new Set<string>());
  const head = useRef<Throttle | null>(null);
  useEffect(() => {
    const throttle = new Throttle(HEAD_MS, () => {
      const ids = [...changed.current];
      changed.current.clear();
      void readAgain(client, key, ids, fits);
    });
    head.current = throttle;
    return () => throttle.stop();
  }, [client, key, fits]);
  useChanges(({ runs, all }) => {
    if (runs.length === 0 && !all) return;
    update(client, key, (state) => withChanges(state, runs, fits));
    for (const run of runs) changed.current.add(run.id);
    head.current?.call();
  }, CHANGE_MS);
}

/** The head, then those rows below it that changed. */
async function readAgain(
  client: QueryClient,
  key: readonly string[],
  ids: readonly string[],
  fits: (run: Parameters<typeof stillFits>[0]) => boolean,
): Promise<void> {
  await client.refetchQueries({ queryKey: key, exact: true });
  const rows = client.getQueryData<ListState>(key)?.rows ?? [];
  const below = rows.slice(PAGE).filter((run) => ids.includes(run.id));
  for (const { id } of below.slice(0, SINGLE)) {
    const page = await ask(api.GET("/api/v1/runs", { params: { query: { q: id, limit: 1 } } })).catch(() => null);
    const row = page?.items[0];
    if (row?.id === id) update(client, key, (state) => withRow(state, row, fits));
  }
}

function readPage(query: RunQuery, cursor: string | null, signal?: AbortSignal) {
  const parameters = { ...parametersFrom(query, now()), limit: PAGE, ...(cursor === null ? {} : { cursor }) };
  return ask(api.GET("/api/v1/runs", { params: { query: parameters }, ...(signal === undefined ? {} : { signal }) }));
}

function update(client: QueryClient, key: readonly string[], change: (state: ListState) => ListState): void {
  client.setQueryData<ListState>(key, (state) => (state === undefined ? undefined : change(state)));
}
