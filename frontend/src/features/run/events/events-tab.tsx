import { useVirtualizer } from "@tanstack/react-virtual";
import { SearchX } from "lucide-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";

import type { RunState } from "@/live/run-state";
import { hasEnded } from "@/live/fold/words";
import { events as words } from "@/text/run-events";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/states";
import { useMedia, widths } from "@/ui/use-media";

import type { EventFilter } from "./event-log";
import { EventRow } from "./event-row";
import { EventTools } from "./event-tools";
import { useEventKeys } from "./use-event-keys";
import { useEventLog } from "./use-event-log";
import { useEventPlace } from "./use-event-place";
import { useFollowing } from "./use-following";

interface EventsTabProps {
  runId: string;
  run: RunState;
}

const ROW = 33;
const NO_FILTER: EventFilter = { words: "", kinds: new Set() };

/** Every event of the run by its seq, as the record has it; only what is seen is drawn, and read. */
export function EventsTab({ runId, run }: EventsTabProps) {
  const log = useEventLog(runId, run);
  const place = useEventPlace(runId);
  const { goTo } = place;
  const [filter, setFilter] = useState(NO_FILTER);
  // Those that were opened once, and whether they still are.
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(
    () => new Map(place.seq === null ? [] : [[place.seq, true]]),
  );
  const field = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const count = run.seq;

  // A keystroke is shown at once; the list follows when there is time.
  const sought = useDeferredValue(filter);
  const isFiltered = sought.words.trim() !== "" || sought.kinds.size > 0;
  const { version } = log;
  const found = useMemo(
    () => (isFiltered ? log.matching(sought, count) : null),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the log is the same and says by its version that it is not
    [log, version, sought, isFiltered, count],
  );
  const rows = found?.length ?? count;
  const seqAt = useCallback((index: number) => (found === null ? index + 1 : (found[index] ?? 0)), [found]);
  const indexOf = (seq: number) => (found === null ? seq - 1 : found.indexOf(seq));

  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here relies on the compiler
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    getItemKey: seqAt,
    overscan: 8,
  });
  // Rows of one line have one height; measuring each as it comes would cost a frame.
  const isNarrow = useMedia(widths.phone);
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0]?.index, drawn.at(-1)?.index];

  useEffect(() => {
    if (isFiltered) log.need(1, count);
    else if (first !== undefined && last !== undefined) log.need(first + 1, last + 1);
  }, [log, version, isFiltered, count, first, last]);

  const following = useFollowing(scroll, rows, {
    start: place.seq === null ? null : indexOf(place.seq),
    isWhole: run.isCaughtUp,
    startsAtEnd: !hasEnded(run.view.status),
    scrollTo: (index, align) => virtual.scrollToIndex(index, { align }),
  });

  const toggle = useCallback(
    (seq: number) => {
      setOpened((before) => new Map(before).set(seq, !(before.get(seq) ?? false)));
      goTo(seq);
    },
    [goTo],
  );
  const goToRow = (index: number) => {
    if (rows === 0) return;
    const wanted = Math.min(rows - 1, Math.max(0, index));
    place.goTo(seqAt(wanted));
    virtual.scrollToIndex(wanted, { align: "auto" });
  };
  const current = place.seq === null ? -1 : indexOf(place.seq);
  useEventKeys({
    next: () => goToRow(current + 1),
    previous: () => goToRow(current < 0 ? rows - 1 : current - 1),
    first: () => goToRow(0),
    last: () => {
      goToRow(rows - 1);
      following.follow();
    },
    toggle: () => {
      if (current >= 0) toggle(seqAt(current));
    },
    search: () => field.current?.focus(),
  });

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <EventTools
        field={field}
        filter={filter}
        kinds={log.kinds}
        state={stateWords(isFiltered, rows, log.loaded, count, log.hasFailed)}
        onWords={(text) => setFilter((before) => ({ ...before, words: text }))}
        onKinds={(kinds) => setFilter((before) => ({ ...before, kinds }))}
        onLeave={() => scroll.current?.focus()}
      />
      <div className="relative flex min-h-0 flex-1">
        {/* A scrolled region takes the focus, so that keys scroll it. */}
        <div
          ref={scroll}
          role="region"
          aria-label={words.label}
          tabIndex={0}
          onScroll={following.onScroll}
          className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto -outline-offset-2 [overflow-anchor:none]"
        >
          {rows === 0 && isFiltered && log.loaded >= count ? (
            <EmptyState icon={SearchX} title={words.none}>
              {words.noneDetail}
            </EmptyState>
          ) : (
            <ol className="relative m-0 list-none p-0" style={{ height: virtual.getTotalSize() }}>
              {drawn.map(({ index, start, key }) => {
                const seq = seqAt(index);
                return (
                  <li
                    key={key}
                    ref={isNarrow || opened.has(seq) ? virtual.measureElement : undefined}
                    data-index={index}
                    data-seq={seq}
                    aria-setsize={rows}
                    aria-posinset={index + 1}
                    aria-current={seq === place.seq ? "true" : undefined}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <EventRow
                      seq={seq}
                      event={log.get(seq)}
                      isOpen={opened.get(seq) ?? false}
                      isCurrent={seq === place.seq}
                      link={place.linkTo(seq)}
                      onToggle={toggle}
                    />
                  </li>
                );
              })}
            </ol>
          )}
        </div>
        {!following.isAtEnd && rows > 0 && (
          <Button size="small" className="absolute right-4 bottom-3" onClick={following.follow}>
            {words.toEnd}
          </Button>
        )}
      </div>
    </div>
  );
}

function stateWords(isFiltered: boolean, found: number, loaded: number, count: number, hasFailed: boolean): string {
  if (hasFailed) return words.failed;
  if (!isFiltered) return "";
  return loaded < count ? words.looking(loaded, count) : words.found(found, count);
}
