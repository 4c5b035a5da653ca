import { useEffect, useRef } from "react";

import { check } from "@/features/studio/api";
import type { Checked } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";
import { bodyOf, isChecking, type Work } from "@/features/studio/model/work";

/** Long enough that nobody waits for it, short enough that it is felt as at once. */
const REST_MS = 300;

/** While somebody writes: the other side and what is wrong, once the hands rest. */
export function useCheck(shelf: Shelf, id: string, work: Work, onAnswer: (edit: number, answer: Checked) => void): void {
  const done = useRef(onAnswer);
  useEffect(() => {
    done.current = onAnswer;
  });
  useEffect(() => {
    if (!isChecking(work)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      check(shelf, id, bodyOf(work), controller.signal).then(
        (answer) => done.current(work.edit, answer),
        () => undefined, // Saving says why not; checking is tried again with the next edit.
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [shelf, id, work]);
}
