import { useEffect, useRef, type RefObject } from "react";

/** A list that nobody has touched for so long may move. */
const UNTOUCHED_MS = 2000;

/** Lets new rows in by themselves when the list is at its top and untouched; otherwise they wait behind the pill. */
export function useAtTop(scroller: RefObject<HTMLElement | null>, waiting: number, insert: () => void): void {
  const touched = useRef(0);
  useEffect(() => {
    const touch = () => {
      touched.current = performance.now();
    };
    const events = ["keydown", "pointerdown", "pointermove", "wheel"] as const;
    for (const each of events) document.addEventListener(each, touch, { passive: true });
    return () => {
      for (const each of events) document.removeEventListener(each, touch);
    };
  }, []);
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setInterval(() => {
      const atTop = scroller.current === null || scroller.current.scrollTop === 0;
      if (atTop && performance.now() - touched.current >= UNTOUCHED_MS) insert();
    }, 500);
    return () => clearInterval(timer);
  }, [scroller, waiting, insert]);
}
