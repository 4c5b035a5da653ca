import { Link } from "@tanstack/react-router";
import { ArrowUp, ListFilter, UserCheck } from "lucide-react";
import clsx from "clsx";

import { can } from "@/api/boot";
import { FooterBar, TabBar } from "@/shell/page";
import { openOverlay } from "@/shell/overlays";
import { empty, inbox as words } from "@/text/approvals";
import { Button, buttonClass } from "@/ui/button";
import { Kbd } from "@/ui/kbd";
import { anyLink } from "@/ui/place";
import { EmptyState, ErrorState, ForbiddenState, LoadingRows, NothingMatches } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { useMedia, widths } from "@/ui/use-media";

import type { components } from "@/api/schema";
import { VIEWS } from "../model/place";
import type { InboxList } from "../use-inbox";
import type { PlaceState } from "../use-place";
import { Filter } from "./filter";
import { Rows } from "./rows";

type Counts = components["schemas"]["ApprovalCounts"];

interface QueueProps {
  at: PlaceState;
  list: InboxList;
  counts: Counts | undefined;
  /** On a phone the field comes when it is asked for. */
  isSearching: boolean;
  onOpen: (id: string) => void;
  onMove: (by: number) => void;
  onEnter: () => void;
  onShowNew: () => void;
  onLeaveFilter: () => void;
}

/** The list pane: views, filter, rows, keys. */
export function Queue({ at, list, counts, isSearching, onOpen, onMove, onEnter, onShowNew, onLeaveFilter }: QueueProps) {
  const { place, current, change, target } = at;
  const phone = useMedia(widths.phone);
  const isDecided = place.view === "decided";
  const order = isDecided ? "newest" : "urgent";
  const isEmpty = list.isSettled && list.sections.every(({ rows }) => rows.length === 0);
  return (
    <section aria-label={words.list} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <TabBar>
        <Tabs
          label={words.views}
          current={place.view}
          items={VIEWS.map((view) => ({ id: view, name: words.view[view], count: countOf(view, counts), ...target({ view, words: "" }) }))}
        />
      </TabBar>
      {(!phone || isSearching || place.words !== "") && (
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
          <Filter words={place.words} onChange={(typed) => change({ words: typed })} onLeave={onLeaveFilter} />
          {isDecided ? (
            <Link
              {...anyLink(target({ byMe: !place.byMe }))}
              aria-current={place.byMe ? "true" : undefined}
              data-hint={words.byMeHint}
              className={clsx(buttonClass({ size: "small" }), place.byMe && "border-accent! bg-accent-soft!")}
            >
              <UserCheck size={14} aria-hidden="true" />
              {words.byMe}
            </Link>
          ) : (
            !phone && (
              <span data-hint={words.orderHint[order]} className="inline-flex h-7 shrink-0 items-center gap-1.5 px-1 text-12 text-fg-2">
                <ListFilter size={14} aria-hidden="true" />
                {words.order[order]}
              </span>
            )
          )}
        </div>
      )}
      {list.waiting.length > 0 && (
        <div className="flex shrink-0 justify-center border-b border-line py-1">
          <button
            type="button"
            onClick={onShowNew}
            aria-keyshortcuts="."
            className="inline-flex h-6 animate-rise items-center gap-1.5 rounded-chip bg-approval-bg px-2 text-12 font-medium text-approval-fg pointer-coarse:h-11"
          >
            <ArrowUp size={14} aria-hidden="true" />
            {words.fresh(list.waiting.length)}
            <Kbd keys="." />
          </button>
        </div>
      )}
      {list.failure?.status === 403 ? (
        <ForbiddenState title={empty.forbidden}>{empty.forbiddenDetail}</ForbiddenState>
      ) : list.failure !== null ? (
        <ErrorState title={empty.failed} failure={list.failure} onRetry={list.readAgain}>
          {empty.cardFailedDetail}
        </ErrorState>
      ) : list.loading ? (
        <LoadingRows rows={8} lines={2} className="flex-1" />
      ) : isEmpty ? (
        <Empty at={at} counts={counts} />
      ) : (
        <Rows
          label={isDecided ? words.decided : words.waiting}
          sections={list.sections}
          current={current}
          leaving={list.leaving}
          keeper={list.keeper}
          onOpen={onOpen}
          onMove={onMove}
          onEnter={onEnter}
          onEnd={list.loadMore}
          foot={<Foot list={list} />}
        />
      )}
      <FooterBar
        keys={[
          { keys: ["J", "K"], name: words.move },
          { keys: ["S"], name: words.skip },
          { keys: ["/"], name: words.filterShort },
        ]}
      />
    </section>
  );
}

function Foot({ list }: { list: InboxList }) {
  if (list.loadMore !== null) {
    return (
      <div className="flex justify-center p-3">
        <Button size="small" onClick={list.loadMore}>
          {words.loadMore}
        </Button>
      </div>
    );
  }
  return list.capped === null ? null : <p className="p-3 text-center text-12 text-fg-3">{words.more(list.capped)}</p>;
}

/** Why there is nothing, and the one next thing. */
function Empty({ at, counts }: { at: PlaceState; counts: Counts | undefined }) {
  const { place, change, target } = at;
  if (place.words !== "") {
    const without = countOf(place.view, counts);
    return (
      <NothingMatches title={empty.noMatch(place.words)} onClear={() => change({ words: "" })}>
        {without === undefined ? undefined : empty.noMatchDetail(without)}
      </NothingMatches>
    );
  }
  if (place.view === "decided") {
    return place.byMe ? (
      <NothingMatches title={empty.nothingDecided} onClear={() => change({ byMe: false })}>
        {empty.noMatchMine}
      </NothingMatches>
    ) : (
      <EmptyState tone="approval" title={empty.nothingDecided}>
        {empty.nothingDecidedDetail}
      </EmptyState>
    );
  }
  const waiting = counts?.pending ?? 0;
  if (place.view === "mine" && waiting > 0) {
    const isReviewer = can("approvals:decide");
    return (
      <EmptyState
        tone="approval"
        title={empty.nothing}
        acts={
          <Link {...anyLink(target({ view: "all" }))} className={buttonClass({ variant: "primary" })}>
            {empty.seeAll}
          </Link>
        }
      >
        {isReviewer ? empty.notNowDetail(waiting) : empty.notYoursDetail(waiting)}
      </EmptyState>
    );
  }
  const title = { mine: empty.nothing, all: empty.nothingAll, high: empty.nothingHigh }[place.view];
  return (
    <EmptyState
      tone="approval"
      title={title}
      acts={
        <>
          {can("runs:start") && (
            <Button variant="primary" onClick={() => openOverlay({ kind: "start", agent: null })}>
              {empty.practise}
            </Button>
          )}
          <Link {...anyLink(target({ view: "decided" }))} className={buttonClass()}>
            {empty.seeDecided}
          </Link>
        </>
      }
    >
      {empty.nothingDetail}
    </EmptyState>
  );
}

function countOf(view: (typeof VIEWS)[number], counts: Counts | undefined): number | undefined {
  switch (view) {
    case "mine":
      return counts?.mine;
    case "all":
      return counts?.pending;
    case "high":
      return counts?.high;
    case "decided":
      return undefined;
  }
}
