import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface Start {
  /** The row to begin at; null for an end of the list. */
  readonly start: number | null;
  /** No rows are still on their way: a row that is not there is not waited for. */
  readonly isWhole: boolean;
  readonly startsAtEnd: boolean;
  readonly scrollTo: (index: number, align: "start" | "center" | "end") => void;
}

export interface Following {
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  /** Goes to the end and stays there while it grows. */
  readonly follow: () => void;
}

/** Less than a row from the end is the end. */
const NEAR = 24;

/** A list that stays at its end while the person is there, and never moves under their eyes otherwise. */
export function useFollowing(scroll: RefObject<HTMLElement | null>, rows: number, { start, isWhole, startsAtEnd, scrollTo }: Start): Following {
  const [isAtEnd, setAtEnd] = useState(start === null && startsAtEnd);
  const began = useRef(false);
  const place = useRef({ start, scrollTo });
  useLayoutEffect(() => {
    place.current = { start, scrollTo };
  });

  useLayoutEffect(() => {
    if (rows === 0) return;
    const { start, scrollTo } = place.current;
    if (!began.current) {
      if (start !== null && start >= rows && !isWhole) return;
      began.current = true;
      if (start !== null && start >= 0) {
        scrollTo(Math.min(start, rows - 1), "center");
        return;
      }
    }
    if (isAtEnd) scrollTo(rows - 1, "end");
  }, [rows, isAtEnd, isWhole]);

  return {
    isAtEnd,
    onScroll: () => {
      const element = scroll.current;
      if (element === null || !began.current) return;
      setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
    },
    follow: () => {
      setAtEnd(true);
      if (rows > 0) scrollTo(rows - 1, "end");
    },
  };
}
