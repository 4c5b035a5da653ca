import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent } from "react";

import { placeOf, ticks } from "@/features/run/model/axis";
import type { Row } from "@/features/run/model/spans";
import { countSteps, type SeenRow } from "@/features/run/model/tree";
import { AxisHead } from "@/features/run/waterfall/axis-head";
import { overTime } from "@/features/run/waterfall/columns";
import { Legend } from "@/features/run/waterfall/legend";
import { RowView } from "@/features/run/waterfall/row-view";
import type { AxisWindow } from "@/features/run/waterfall/use-window";
import { waterfall as words } from "@/text/run";
import { useMedia, widths } from "@/ui/use-media";

interface WaterfallTabProps {
  root: Row | null;
  rows: readonly SeenRow[];
  axis: AxisWindow;
  /** Milliseconds since the run was created: now, or its end. */
  now: number;
  ended: boolean;
  clockFrom: number | null;
  /** For whom a wait is, as the reader sees it. */
  who: string;
  find: string;
  current: string | null;
  onOpen: (id: string) => void;
  onOpenCurrent: () => void;
  onFold: (id: string) => void;
}

const ROW = 32;
/** A finger needs more room. */
const TOUCH_ROW = 44;
const MOST_MARKS = 8;
const MOST_MARKS_NARROW = 4;

/** The run over time: a tree at the left, bars at the right, drawn only where they are seen. */
export function WaterfallTab({ root, rows, axis, now, ended, clockFrom, who, find, current, onOpen, onOpenCurrent, onFold }: WaterfallTabProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const narrow = useMedia(widths.phone);
  const height = useMedia("(pointer: coarse)") ? TOUCH_ROW : ROW;
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here relies on the compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 16,
  });
  const place = rows.findIndex((each) => each.row.id === current);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
  }, [place, virtual]);

  const { window } = axis;
  const drawn = virtual.getVirtualItems();
  const marks = ticks(window, narrow ? MOST_MARKS_NARROW : MOST_MARKS);
  const open = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onOpenCurrent();
  };
  return (
    <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      <AxisHead steps={countSteps(root)} window={window} marks={marks} now={ended ? null : now} clockFrom={clockFrom} narrow={narrow} />
      <div
        ref={scroll}
        className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto"
        onWheel={(event) => {
          if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) axis.move(event.deltaX / 600);
        }}
      >
        <div
          role="tree"
          aria-label={words.label}
          aria-activedescendant={drawn.some(({ index }) => index === place) ? `row-${current ?? ""}` : undefined}
          tabIndex={0}
          onKeyDown={open}
          className="relative -outline-offset-2"
          style={{ height: virtual.getTotalSize() }}
        >
          <Marks marks={marks.map((mark) => placeOf(mark, window))} />
          {drawn.map(({ index, start, key }) => {
            const seen = rows[index];
            if (seen === undefined) return null;
            return (
              <div key={key} role="none" className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                <RowView
                  seen={seen}
                  window={window}
                  now={seen.row.bars.some((bar) => bar.to === null) ? now : 0}
                  who={who}
                  find={find}
                  current={index === place}
                  onOpen={onOpen}
                  onFold={onFold}
                />
              </div>
            );
          })}
          {!ended && <NowLine place={placeOf(now, window)} />}
        </div>
      </div>
      <Legend />
    </div>
  );
}

function Marks({ marks }: { marks: readonly number[] }) {
  return (
    <div aria-hidden="true" className={overTime}>
      {marks.map((mark) => (
        <i key={mark} className="absolute inset-y-0 w-px bg-line" style={{ left: `${mark}%` }} />
      ))}
    </div>
  );
}

function NowLine({ place }: { place: number }) {
  if (place < 0 || place > 100) return null;
  return (
    <div aria-hidden="true" className={`${overTime} pointer-events-none`}>
      <i className="absolute inset-y-0 border-l border-dashed border-fg-3" style={{ left: `${place}%` }} />
    </div>
  );
}
