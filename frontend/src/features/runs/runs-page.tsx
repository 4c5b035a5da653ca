import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useRef, useState } from "react";

import { basePath, boot } from "@/api/boot";
import type { RunSummary } from "@/api/types";
import { CommandButton } from "@/commands/command-button";
import { useCommands } from "@/commands/use-commands";
import { CancelDialog } from "@/features/runs/cancel-dialog";
import { queryFrom, searchFrom, type RunQuery } from "@/features/runs/filter";
import { FilterField } from "@/features/runs/filter-field";
import { FreshPill } from "@/features/runs/fresh-pill";
import { PeekPanel } from "@/features/runs/peek-panel";
import { RunsBody } from "@/features/runs/runs-body";
import { sumLine } from "@/features/runs/sum-line";
import { useAtTop } from "@/features/runs/use-at-top";
import { usePendingByRun } from "@/features/runs/use-pending";
import { useRunSum, useViewCounts } from "@/features/runs/use-run-counts";
import { useRunCommands } from "@/features/runs/use-run-commands";
import { useKnown } from "@/features/runs/use-known";
import { useRunList } from "@/features/runs/use-run-list";
import { useRunRows } from "@/features/runs/use-run-rows";
import { viewOf, views } from "@/features/runs/views";
import { FooterBar, Page, TabBar, TopBar, type FooterKey } from "@/shell/page";
import { runActs, runs as words } from "@/text/runs";
import { Tabs } from "@/ui/tabs";
import { useMedia, widths } from "@/ui/use-media";

const noRows: readonly RunSummary[] = [];

/** The runs of the project: what happens now, and what happened. */
export function RunsPage() {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const address = JSON.stringify(search);
  const query = useMemo(() => queryFrom(JSON.parse(address) as Record<string, unknown>), [address]);
  const peeked = typeof search.peek === "string" ? search.peek : undefined;
  const list = useRunList(query);
  const pending = usePendingByRun();
  const rows = list.state?.rows ?? noRows;
  const marks = useRunRows(rows, peeked);
  const counts = useViewCounts();
  const sum = useRunSum(query);
  const known = useKnown(rows);
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [cancelling, setCancelling] = useState<readonly string[]>([]);
  const phone = useMedia(widths.phone);
  const empty = list.state !== undefined && rows.length === 0;
  const filtered = query.filters.length > 0 || query.words !== "";

  const show = useCallback(
    (next: RunQuery) => void navigate({ to: "/runs", search: searchFrom(next) as never, replace: true }),
    [navigate],
  );
  const setPeek = useCallback(
    (id: string | undefined) =>
      void navigate({ to: "/runs", search: { ...searchFrom(query), ...(id === undefined ? {} : { peek: id }) } as never, replace: id === undefined || peeked !== undefined }),
    [navigate, query, peeked],
  );
  const open = useCallback(
    (run: RunSummary, newTab: boolean) => {
      if (newTab) window.open(`${basePath(boot())}/runs/${run.id}`, "_blank", "noopener");
      else void navigate({ to: "/runs/$runId", params: { runId: run.id } });
    },
    [navigate],
  );
  const showFresh = () => {
    if (list.error !== null) {
      list.retry();
      return;
    }
    list.showFresh();
    scroller.current?.scrollTo({ top: 0 });
  };
  const commands = useRunCommands({
    rows: marks,
    pending,
    peeked,
    field,
    open,
    setPeek,
    showView: (view) => void navigate({ to: "/runs", search: view as never }),
    showFresh,
    clear: () => {
      if (peeked !== undefined) setPeek(undefined);
      else if (marks.selected.size > 0) marks.clear();
      else if (empty && filtered) show({ filters: [], words: "" });
    },
    cancel: setCancelling,
  });
  useCommands(commands.all);
  useAtTop(scroller, list.state?.fresh.length ?? 0, list.insertFresh);
  const shownRun = peeked === undefined ? undefined : (rows.find((run) => run.id === peeked) ?? marks.current);

  return (
    <Page>
      <TopBar title={words.title}>
        {/* While nothing can be read, trying again is the one primary act. */}
        <CommandButton command={commands.start} variant={list.state === undefined && list.error !== null ? "plain" : "primary"} size="small" />
      </TopBar>
      <TabBar>
        <Tabs
          label={words.views}
          current={viewOf(query)}
          items={views.map((view) => ({
            id: view.id,
            name: view.name,
            to: "/runs",
            search: view.search,
            count: counts[view.id]?.count,
            capped: counts[view.id]?.capped,
          }))}
        />
      </TabBar>
      <div className="flex shrink-0 flex-col gap-2 px-4 py-2.5 phone:px-5">
        <FilterField query={query} known={known} input={field} onChange={show} />
      </div>
      <div className="flex min-h-9 shrink-0 items-center gap-2 px-4 pb-2 text-12 text-fg-3 phone:px-5">
        {marks.selected.size > 0 ? (
          <>
            <span className="font-medium text-fg">{words.selected(marks.selected.size)}</span>
            <CommandButton command={commands.copyLinks} size="small" variant="ghost" />
            <CommandButton command={commands.cancel} size="small" variant="danger" />
          </>
        ) : (
          sum.data !== undefined && <span aria-live="off">{sumLine(sum.data)}</span>
        )}
        {phone && list.state !== undefined && <FreshPill state={list.state} onShow={showFresh} />}
      </div>
      <div className="flex min-h-0 flex-1 border-t border-line">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <RunsBody
            list={list}
            query={query}
            onQuery={show}
            start={commands.start}
            table={{
              total: sum.data?.total,
              // Keys move it; a phone has none.
              current: phone ? undefined : marks.current?.id,
              selected: marks.selected,
              pending,
              scroller,
              onOpen: open,
              onPoint: marks.moveTo,
              onSelect: marks.toggle,
            }}
          />
        </div>
        {shownRun !== undefined && !phone && (
          <PeekPanel run={shownRun} approval={pending.get(shownRun.id)} onClose={() => setPeek(undefined)} />
        )}
      </div>
      <FooterBar keys={footerKeys}>{list.state !== undefined && <FreshPill state={list.state} onShow={showFresh} />}</FooterBar>
      {cancelling.length > 0 && (
        <CancelDialog
          ids={cancelling}
          onClose={() => setCancelling([])}
          onDone={() => {
            setCancelling([]);
            marks.clear();
          }}
        />
      )}
    </Page>
  );
}

const footerKeys: readonly FooterKey[] = [
  { keys: ["J", "K"], name: runActs.move },
  { keys: ["Enter"], name: runActs.openShort },
  { keys: ["Space"], name: runActs.peekShort },
  { keys: ["X"], name: runActs.selectShort },
];
