import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

import { number } from "@/text/plural";
import { now } from "@/ui/now";

import type { ListKeeper } from "../model/list-keeper";
import type { ListedRow } from "../model/live-rows";
import type { ListedSection } from "../use-inbox";
import { InboxRow, rowId } from "./row";

interface RowsProps {
  label: string;
  sections: readonly ListedSection[];
  current: string | null;
  leaving: ReadonlySet<string>;
  keeper: ListKeeper;
  onOpen: (id: string) => void;
  onMove: (by: number) => void;
  onEnter: () => void;
  onEnd: (() => void) | null;
  /** Under the last row. */
  foot?: ReactNode;
}

/** From here on only the rows in sight are drawn. */
const VIRTUAL_FROM = 100;
const HEAD = 28;
const NEAR_END = 400;

type Line = { kind: "head"; section: ListedSection } | { kind: "row"; listed: ListedRow; index: number };

/** The list of decisions: a listbox whose current option is the open card. */
export function Rows({ label, sections, current, leaving, keeper, onOpen, onMove, onEnter, onEnd, foot }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = linesOf(sections);
  const total = lines.filter(({ kind }) => kind === "row").length;
  const isVirtual = lines.length > VIRTUAL_FROM;
  // Its functions change with each render on purpose; nothing here is memoized by them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: isVirtual ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === "head" ? HEAD : rowHeight()),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 8,
  });

  const at = lines.findIndex((line) => line.kind === "row" && line.listed.row.id === current);
  useEffect(() => {
    if (at < 0) return;
    if (isVirtual) virtual.scrollToIndex(at);
    else if (current !== null) document.getElementById(rowId(current))?.scrollIntoView({ block: "nearest" });
    // Only where the current row goes, not with each render of the list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current, at < 0]);

  const scrolled = (): void => {
    const element = scroller.current;
    if (element === null) return;
    keeper.scrolledTo(element.scrollTop, now());
    if (element.scrollTop + element.clientHeight > element.scrollHeight - NEAR_END) onEnd?.();
  };
  const keyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -total, End: total, PageDown: 8, PageUp: -8 }[event.key];
    if (by !== undefined) onMove(by);
    else if (event.key === "Enter" && !event.repeat) onEnter();
    else return;
    event.preventDefault();
  };
  const draw = (line: Line) =>
    line.kind === "head" ? (
      <Head section={line.section} />
    ) : (
      <InboxRow
        row={line.listed.row}
        gone={line.listed.gone}
        current={line.listed.row.id === current}
        leaving={leaving.has(line.listed.row.id)}
        index={line.index}
        total={total}
        onOpen={onOpen}
      />
    );

  return (
    <div
      ref={scroller}
      onScroll={scrolled}
      onPointerMove={() => keeper.touch(now())}
      className="relative min-h-0 flex-1 scroll-py-8 overflow-y-auto overscroll-contain"
    >
      <div
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={current !== null && at >= 0 ? rowId(current) : undefined}
        onKeyDown={keyDown}
        style={isVirtual ? { height: virtual.getTotalSize() } : undefined}
        className={clsx("focus-visible:-outline-offset-2", isVirtual && "relative")}
      >
        {isVirtual
          ? virtual.getVirtualItems().map((item) => {
              const line = lines[item.index];
              return (
                line && (
                  <div key={item.key} role="presentation" className="absolute inset-x-0 top-0" style={{ transform: `translateY(${item.start}px)` }}>
                    {draw(line)}
                  </div>
                )
              );
            })
          : lines.map((line) => <Slot key={keyOf(line)}>{draw(line)}</Slot>)}
      </div>
      {foot}
    </div>
  );
}

function Slot({ children }: { children: ReactNode }) {
  return children;
}

function Head({ section }: { section: ListedSection }) {
  return (
    <div
      role="presentation"
      className={clsx(
        "flex h-7 items-center gap-2 border-b border-line bg-sunken px-4 text-12 font-medium phone:px-3.5",
        section.urgent ? "text-failed-fg phone:text-fg-2" : "text-fg-2",
      )}
    >
      {section.title}
      <span className="font-normal text-fg-3 tabular-nums">{number(section.rows.length)}</span>
    </div>
  );
}

function linesOf(sections: readonly ListedSection[]): Line[] {
  let index = 0;
  return sections.flatMap((section): Line[] => [
    ...(section.title === null ? [] : [{ kind: "head" as const, section }]),
    ...section.rows.map((listed) => ({ kind: "row" as const, listed, index: (index += 1) })),
  ]);
}

function keyOf(line: Line | undefined): string {
  if (line === undefined) return "";
  return line.kind === "head" ? `head ${line.section.id}` : line.listed.row.id;
}

function rowHeight(): number {
  const phone = window.matchMedia("(width < 600px)").matches;
  return phone || window.matchMedia("(pointer: coarse)").matches ? 64 : 56;
}
