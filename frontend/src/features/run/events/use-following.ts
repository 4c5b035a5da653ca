import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface Start {
  /** The row to begin at; null for an end of the list. */
  readonly start: number | null;
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
export function useFollowing(scroll: RefObject<HTMLElement | null>, rows: number, { start, startsAtEnd, scrollTo }: Start): Following {
  const [isAtEnd, setAtEnd] = useState(start === null && startsAtEnd);
  const began = useRef(false);
  const place = useRef({ start, scrollTo });
  useLayoutEffect(() => {
    place.current = { start, scrollTo };
  });

  useLayoutEffect(() => {
    if (rows === 0) return;
    if (!began.current) {
      began.current = true;
      if (place.current.start !== null && place.current.start >= 0) {
        place.current.scrollTo(place.current.start, "center");
        return;
      }
    }
    if (isAtEnd) place.current.scrollTo(rows - 1, "end");
  }, [rows, isAtEnd]);

  return {
    isAtEnd,
    onScroll: () => {
      const element = scroll.current;
      if (element === null) return;
      setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
    },
    follow: () => {
      setAtEnd(true);
      if (rows > 0) scrollTo(rows - 1, "end");
    },
  };
}
