import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { useEffect, useRef, type CSSProperties, type RefObject } from "react";

import type { ApprovalSummary, RunSummary } from "@/api/types";
import { first, grid, shown } from "@/features/runs/columns";
import type { ListState } from "@/features/runs/list-state";
import { RunRow } from "@/features/runs/run-row";
import { runs as words } from "@/text/runs";
import { LoadingRows } from "@/ui/states";
import { useMedia, widths } from "@/ui/use-media";

/** Fewer rows than these stand in the page as they are: the browser's own search finds them. */
const VIRTUAL_FROM = 100;
/** The next page is asked for when so few rows are left below. */
const AHEAD = 20;

export interface RunTableProps {
  state: ListState;
  total: number | undefined;
  current: string | undefined;
  selected: ReadonlySet<string>;
  pending: ReadonlyMap<string, ApprovalSummary>;
  readingMore: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  onMore: () => void;
  onOpen: (run: RunSummary, newTab: boolean) => void;
  onPoint: (run: RunSummary) => void;
  onSelect: (run: RunSummary) => void;
}

/** The rows: drawn as they come into sight, read page by page. */
export function RunTable(props: RunTableProps) {
  const { state, total, current, selected, pending, readingMore, scroller, onMore } = props;
  const { rows, dimmed, cursor } = state;
  const card = useMedia(widths.phone);
  const coarse = useMedia("(pointer: coarse)");
  const height = card ? 64 : coarse ? 44 : 36;
  const virtual = rows.length >= VIRTUAL_FROM;
  // Its functions change at each scroll; nothing here is kept by them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    enabled: virtual,
  });
  const seen = virtualizer.getVirtualItems();
  const drawn = virtual ? seen.map((item) => item.index) : rows.map((_, index) => index);
  const lastDrawn = drawn.at(-1) ?? 0;
  useReadAhead(scroller, virtual ? lastDrawn >= rows.length - AHEAD : undefined, cursor !== null, onMore);
  useScrollTo(rows, current, height, scroller);
  const before = virtual ? (seen[0]?.start ?? 0) : 0;
  const after = virtual ? virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0) : 0;
  const known = cursor === null ? rows.length : (total ?? -1);

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={words.list}
      aria-rowcount={known < 0 ? -1 : Math.max(known, rows.length) + 1}
      aria-activedescendant={current === undefined ? undefined : rowId(current)}
      aria-multiselectable="true"
      style={{ "--first": selected.size > 0 ? first.selecting : first.plain } as CSSProperties}
      className="@container min-h-0 flex-1 scroll-pt-8 overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px]"
    >
      {!card && <Head />}
      <div role="rowgroup" style={{ paddingTop: before, paddingBottom: after }}>
        {drawn.map((index) => {
          const run = rows[index];
          if (run === undefined) return null;
          return (
            <RunRow
              key={run.id}
              id={rowId(run.id)}
              run={run}
              index={index + 1}
              current={run.id === current}
              dimmed={dimmed.has(run.id)}
              selected={selected.has(run.id)}
              selecting={selected.size > 0}
              sentence={pending.get(run.id)?.sentence}
              card={card}
              onOpen={props.onOpen}
              onPoint={props.onPoint}
              onSelect={props.onSelect}
            />
          );
        })}
      </div>
      {readingMore && <LoadingRows rows={3} />}
    </div>
  );
}

export function rowId(run: string): string {
  return `run-${run}`;
}

function Head() {
  const { columns } = words;
  const cell = "text-12 font-medium text-fg-3 truncate";
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
      <div role="row" aria-rowindex={1} className={clsx(grid, "h-8")}>
        <div role="columnheader" className={cell}>{columns.status}</div>
        <div role="columnheader" className={cell}>{columns.input}</div>
        <div role="columnheader" className={clsx(cell, shown.agent)}>{columns.agent}</div>
        <div role="columnheader" className={clsx(cell, shown.requester)}>{columns.requester}</div>
        <div role="columnheader" className={clsx(cell, shown.reason)}>{columns.reason}</div>
        <div role="columnheader" className={clsx(cell, "text-right")}>{columns.took}</div>
        <div role="columnheader" className={clsx(cell, "text-right", shown.tokens)}>{columns.tokens}</div>
        <div role="columnheader" className={clsx(cell, "text-right")}>{columns.created}</div>
      </div>
    </div>
  );
}

/** Asks for the next page before the end is in sight. */
function useReadAhead(
  scroller: RefObject<HTMLDivElement | null>,
  nearEnd: boolean | undefined,
  hasMore: boolean,
  onMore: () => void,
): void {
  useEffect(() => {
    if (hasMore && nearEnd === true) onMore();
  }, [nearEnd, hasMore, onMore]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !hasMore || nearEnd !== undefined) return;
    const look = () => {
      if (element.scrollHeight - element.scrollTop - element.clientHeight < 600) onMore();
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller, nearEnd, hasMore, onMore]);
}

/** Keeps the current row in sight when keys move it, and only then. */
function useScrollTo(
  rows: readonly RunSummary[],
  current: string | undefined,
  height: number,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const last = useRef(current);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || current === undefined || current === last.current) return;
    last.current = current;
    const index = rows.findIndex((run) => run.id === current);
    const head = element.querySelector("[role=columnheader]") === null ? 0 : 33;
    const top = index * height;
    if (index < 0) return;
    const lowest = top + head + height - element.clientHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (lowest > element.scrollTop) element.scrollTo({ top: lowest });
  }, [rows, current, height, scroller]);
}
