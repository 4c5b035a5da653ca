import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";

import { Entry } from "@/features/run/story/entry";
import type { StoryItem } from "@/features/run/model/story-item";
import { story as words } from "@/text/run";

interface StoryListProps {
  runId: string;
  items: readonly StoryItem[];
  /** The words so far of the model call that goes on. */
  partialOf: (step: string) => string;
  find: string;
  /** The key of the entry the person is at. */
  current: string | null;
  /** The next act for the entry that says why it failed. */
  act: ReactNode;
  onOpen: (key: string) => void;
}

interface StoryTabProps extends StoryListProps {
  /** Above the first entry. */
  head: ReactNode;
  children?: ReactNode;
}

/** How near to its end a person must be for the story to follow what comes. */
const NEAR = 48;
/** With more entries than that, only those in sight are drawn. */
const MANY = 150;
const USUAL_HEIGHT = 72;

/** The story: entries from the message to the end, the newest below. */
export function StoryTab({ head, children, ...list }: StoryTabProps) {
  const { items, partialOf } = list;
  // As state: the list below is laid out once it is there.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const follows = useRef(false);
  const newest = items.reduce((length, item) => length + (item.writing === null ? 1 : partialOf(item.writing.step).length + 1), 0);

  // Nothing jumps: it scrolls on only for who saw the end of the story when it went on.
  useLayoutEffect(() => {
    if (box === null) return;
    if (follows.current) scrollToEnd(box);
    follows.current = isNearEnd(box);
  }, [box, newest]);

  return (
    <div
      ref={setBox}
      onScroll={({ currentTarget }) => {
        follows.current = isNearEnd(currentTarget);
      }}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto"
    >
      {head}
      <div className="max-w-[832px] px-4 pt-3 phone:px-3 phone:pt-[18px] phone:pr-4">
        {items.length > MANY ? <ManyEntries {...list} box={box} /> : <FewEntries {...list} />}
      </div>
      {items.length === 0 && <p className="p-6 text-fg-3">{words.empty}</p>}
      {children}
    </div>
  );
}

function FewEntries({ items, ...rest }: StoryListProps) {
  const { current } = rest;
  useEffect(() => {
    if (current !== null) document.getElementById(`entry-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <ol aria-label={words.label}>
      {items.map((item) => (
        <Entry key={item.key} {...entryOf(item, rest)} />
      ))}
    </ol>
  );
}

function ManyEntries({ items, box, ...rest }: StoryListProps & { box: HTMLElement | null }) {
  const { current } = rest;
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here relies on the compiler
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 8,
  });
  const place = items.findIndex((item) => item.key === current);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
  }, [place, virtual]);
  return (
    <ol aria-label={words.label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const item = items[index];
        if (item === undefined) return null;
        return <Entry key={key} {...entryOf(item, rest)} index={index} of={items.length} start={start} measure={virtual.measureElement} />;
      })}
    </ol>
  );
}

function entryOf(item: StoryItem, { runId, partialOf, find, current, act, onOpen }: Omit<StoryListProps, "items">) {
  return {
    runId,
    item,
    partial: item.writing === null ? null : partialOf(item.writing.step),
    find,
    current: item.key === current,
    act: item.key === "end" || item.key === "attention" ? act : undefined,
    onOpen,
  };
}

function scrollToEnd(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight;
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR;
}
