/** What the inbox reads from and writes to Baton. */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { boot } from "@/api/boot";
import { api, ask } from "@/api/client";
import { keys, queryClient } from "@/api/query";
import { now } from "@/ui/now";

import type { ApprovalCard, ApprovalRow } from "./model/card";
import type { Verdict } from "./model/decision";
import { type Place, queryOf } from "./model/place";

const PAGE = 200;
/** More than this no person reads in one list; what expires first is among them. */
const MOST_PENDING = 1000;
const DECIDED_PAGE = 50;
const ALIKE = 5;

interface Pending {
  rows: ApprovalRow[];
  /** There are more than are listed. */
  more: boolean;
}

export function listKey(place: Place): string {
  return JSON.stringify(queryOf(place, me()));
}

export function me(): string | null {
  const { person, key } = boot();
  return person?.id ?? key?.id ?? null;
}

export function myName(): string {
  const { person, key } = boot();
  return person?.name ?? key?.name ?? "";
}

/** All that waits: the cut by urgency needs every row. */
export function usePending(place: Place, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.approvals, "pending", listKey(place)],
    queryFn: ({ signal }) => readPending(queryOf(place, me()), signal),
    enabled,
    placeholderData: keepPreviousData,
    // Live names what has changed; an expiry passes without anybody's act.
    refetchInterval: 60_000,
  });
}

async function readPending(query: Record<string, string>, signal: AbortSignal): Promise<Pending> {
  const rows: ApprovalRow[] = [];
  let cursor: string | null = null;
  do {
    const params: { query: Record<string, string | number> } = {
      query: { ...query, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    };
    const page = await ask(api.GET("/api/v1/approvals", { params, signal }));
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < MOST_PENDING);
  return { rows, more: cursor !== null };
}

/** What was decided, newest first, page by page. */
export function useDecided(place: Place, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...keys.approvals, "decided", listKey(place)],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET("/api/v1/approvals", {
          params: {
            query: { ...queryOf(place, me()), limit: DECIDED_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled,
    placeholderData: keepPreviousData,
  });
}

export function useCard(id: string | null) {
  return useQuery({
    queryKey: keys.approval(id ?? ""),
    queryFn: ({ signal }) => readCard(id ?? "", signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data === undefined ? false : nextLook(state.data)),
  });
}

/** When a card is read again though nothing was said about it: at the moments it is known to change. */
function nextLook(card: ApprovalCard): number | false {
  const soon = (at: string) => Math.min(Math.max(Date.parse(at) - now() + 400, 1000), 60_000);
  if (card.held !== null) return soon(card.held.starts_at);
  if (card.state === "pending") return soon(card.expires_at);
  return card.state === "approved" && GOING_ON.has(card.call.state) ? 2000 : false;
}

const GOING_ON: ReadonlySet<string> = new Set(["awaiting", "allowed", "executing"]);

function readCard(id: string, signal: AbortSignal): Promise<ApprovalCard> {
  return ask(api.GET("/api/v1/approvals/{approval_id}", { params: { path: { approval_id: id } }, signal }));
}

/** The next card is there before anybody asks for it. */
export function prefetchCard(id: string): void {
  void queryClient
    .query({ queryKey: keys.approval(id), queryFn: ({ signal }) => readCard(id, signal) })
    // Whoever opens it reads it again, and sees why not.
    .catch(() => undefined);
}

/** The run a card belongs to, as its events add up. */
export function useRunOfCard(runId: string) {
  return useQuery({
    queryKey: [...keys.run(runId), "detail"],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: runId } }, signal })),
  });
}

/** The last decisions about the same tool. */
export function useAlike(card: ApprovalCard) {
  return useQuery({
    queryKey: [...keys.approvals, "alike", card.tool],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/approvals", {
          params: { query: { tool: card.tool, state: "approved,rejected", limit: ALIKE + 1 } },
          signal,
        }),
      ),
    select: ({ items }) => items.filter(({ id }) => id !== card.id).slice(0, ALIKE),
  });
}

/** Stores a decision about exactly the card that was shown. */
export function decide({ card, digest, version, decision, reason }: Verdict): Promise<ApprovalCard> {
  return ask(
    api.POST("/api/v1/approvals/{approval_id}/decision", {
      params: { path: { approval_id: card }, header: { "If-Match": `"${version}"` } },
      body: { decision, digest, reason },
    }),
  );
}

/** Takes a decision back while its call has not started. */
export function takeBack(id: string): Promise<ApprovalCard> {
  return ask(api.DELETE("/api/v1/approvals/{approval_id}/decision", { params: { path: { approval_id: id } } }));
}

/** The card that stands in the place of a superseded one; null where there is none. */
export async function findNewer(card: Pick<ApprovalRow, "id" | "call_id" | "run">): Promise<string | null> {
  const { items } = await ask(api.GET("/api/v1/approvals", { params: { query: { run: card.run.id, limit: PAGE } } }));
  const same = items.filter(({ call_id }) => call_id === card.call_id).sort((a, b) => b.revision - a.revision);
  return same[0] === undefined || same[0].id === card.id ? null : same[0].id;
}

/** An answer that holds a card is the newest word about it; lists and numbers are read again. */
export function keepCard(card: ApprovalCard): void {
  queryClient.setQueryData(keys.approval(card.id), card);
  void queryClient.invalidateQueries({ queryKey: keys.approvals });
  void queryClient.invalidateQueries({ queryKey: keys.run(card.run.id) });
}

export function readAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.approval(id) });
  void queryClient.invalidateQueries({ queryKey: keys.approvals });
}
