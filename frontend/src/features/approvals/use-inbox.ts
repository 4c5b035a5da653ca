import { useEffect, useMemo, useState, useSyncExternalStore } from "react";

import { can } from "@/api/boot";
import { ApiError } from "@/api/errors";
import { after, inbox as words } from "@/text/approvals";
import { announce } from "@/ui/announce";
import { now } from "@/ui/now";
import type { Failure } from "@/ui/states";

import { listKey, useDecided, usePending } from "./data";
import { type ApprovalRow, isOpen } from "./model/card";
import { ListKeeper } from "./model/list-keeper";
import type { ListedRow } from "./model/live-rows";
import type { Place } from "./model/place";
import { nextCut, sectionsOf } from "./model/sections";

export interface ListedSection {
  id: string;
  /** None: the rows stand without a heading. */
  title: string | null;
  urgent: boolean;
  rows: readonly ListedRow[];
}

export interface InboxList {
  keeper: ListKeeper;
  sections: readonly ListedSection[];
  /** Ids as they stand on the screen. */
  order: readonly string[];
  leaving: ReadonlySet<string>;
  waiting: readonly ApprovalRow[];
  /** The rows are those of this very view and filter. */
  isSettled: boolean;
  /** Nothing has come yet. */
  loading: boolean;
  failure: Failure | null;
  readAgain: () => void;
  /** More than are listed; null where all are. */
  capped: number | null;
  loadMore: (() => void) | null;
}

/** The list of a view, kept still while it is read. */
export function useInbox(place: Place): InboxList {
  const isDecided = place.view === "decided";
  const pending = usePending(place, !isDecided);
  const decided = useDecided(place, isDecided);
  const query = isDecided ? decided : pending;
  const [keeper] = useState(() => new ListKeeper());
  const { key: listed, rows, leaving, cutAt } = useSyncExternalStore(keeper.watch, keeper.get);

  const pages = decided.data?.pages;
  const found = pending.data?.rows;
  const fresh = useMemo(
    () => (isDecided ? pages?.flatMap(({ items }) => items) : found?.filter((row) => isListed(row, place.view))),
    [isDecided, pages, found, place.view],
  );
  const key = `${place.view} ${listKey(place)}`;
  const isOwn = !query.isPlaceholderData && query.isSuccess;
  useEffect(() => {
    if (!isOwn || fresh === undefined) return;
    const [first] = keeper.receive(key, fresh, now());
    if (first !== undefined && place.view === "mine") announce(after.arrived(first.sentence));
  }, [keeper, key, fresh, isOwn, place.view]);
  useCut(keeper, isDecided ? null : nextCut(rows.listed.map(({ row }) => row), cutAt));

  const sections = useMemo(() => {
    if (isDecided) return [{ id: "decided", title: null, urgent: false, rows: rows.listed }];
    const byId = new Map(rows.listed.map((each) => [each.row.id, each]));
    return sectionsOf(rows.listed.map(({ row }) => row), cutAt).map((section) => ({
      id: section.id,
      title: words.section[section.id],
      urgent: section.id === "soon",
      rows: section.rows.flatMap((row) => byId.get(row.id) ?? []),
    }));
  }, [isDecided, rows, cutAt]);

  return {
    keeper,
    sections,
    order: sections.flatMap((section) => section.rows.map(({ row }) => row.id)).filter((id) => !leaving.has(id)),
    leaving,
    waiting: isDecided ? [] : rows.waiting,
    isSettled: listed === key,
    loading: !query.isSuccess && !query.isError,
    failure: query.isError && query.data === undefined ? failureOf(query.error) : null,
    readAgain: () => void query.refetch(),
    capped: !isDecided && pending.data?.more === true ? pending.data.rows.length : null,
    loadMore: isDecided && decided.hasNextPage && !decided.isFetchingNextPage ? () => void decided.fetchNextPage() : null,
  };
}

/** "For me" is what this person can decide at this moment; the other lists hold all that is pending. */
function isListed(row: ApprovalRow, view: Place["view"]): boolean {
  if (view === "mine") return can("approvals:decide") && isOpen(row, now());
  return view === "all" || row.held === null;
}

/** When a row becomes urgent the list is cut anew: at that moment, or as soon as nobody reads. */
function useCut(keeper: ListKeeper, at: number | null): void {
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const cut = () => {
      if (!keeper.cutAnew(now())) timer = setTimeout(cut, 1000);
    };
    // Longer waits than a timer can count end in another look.
    timer = setTimeout(cut, Math.min(Math.max(at - now(), 0), 2 ** 30));
    return () => clearTimeout(timer);
  }, [keeper, at]);
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error;
  return { status: 0, message: error instanceof Error ? error.message : "", requestId: "", at: now() };
}
