import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";

import { Entry } from "@/features/run/story/entry";
import type { StoryItem } from "@/features/run/model/story-item";
import { story as words } from "@/text/run";

interface StoryTabProps {
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
  /** Above the first entry. */
  head: ReactNode;
  children?: ReactNode;
}

/** How near to its end a person must be for the story to follow what comes. */
const NEAR = 48;
/** With more entries than that, those out of sight are not laid out. */
const MANY = 150;

/** The story: entries from the message to the end, the newest below. */
export function StoryTab({ runId, items, partialOf, find, current, act, onOpen, head, children }: StoryTabProps) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(false);
  const newest = items.reduce((length, item) => length + (item.writing === null ? 1 : partialOf(item.writing).length + 1), 0);

  // Nothing jumps: it scrolls on only for who saw the end of the story when it went on.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (follows.current) element.scrollTop = element.scrollHeight;
    follows.current = isNearEnd(element);
  }, [newest]);

  useEffect(() => {
    if (current !== null) document.getElementById(`entry-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <div
      ref={box}
      onScroll={({ currentTarget }) => {
        follows.current = isNearEnd(currentTarget);
      }}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto"
    >
      {head}
      <ol aria-label={words.label} className="max-w-[832px] px-4 pt-3 phone:px-3 phone:pt-[18px] phone:pr-4">
        {items.map((item) => (
          <Entry
            key={item.key}
            runId={runId}
            item={item}
            partial={item.writing === null ? null : partialOf(item.writing)}
            find={find}
            current={item.key === current}
            far={items.length > MANY}
            act={item.key === "end" || item.key === "attention" ? act : undefined}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {items.length === 0 && <p className="p-6 text-fg-3">{words.empty}</p>}
      {children}
    </div>
  );
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR;
}
