import { useState } from "react";

import { neighbour } from "@/features/run/model/search";

export interface Find {
  /** As it was typed. */
  readonly typed: string;
  readonly text: string;
  readonly hits: readonly string[];
  /** 1 for the first; 0 where the person is at none. */
  readonly place: number;
  /** Goes to the next or the previous hit. */
  next: (by: 1 | -1) => void;
  change: (text: string) => void;
}

/** Finding in the tab that is seen: `search` gives the places that say it, `goTo` leads there. */
export function useFind(search: (text: string) => readonly string[], current: string | null, goTo: (place: string) => void): Find {
  const [text, setText] = useState("");
  const hits = text.trim() === "" ? [] : search(text);
  return {
    typed: text,
    text: text.trim(),
    hits,
    place: current === null ? 0 : hits.indexOf(current) + 1,
    next: (by) => {
      const place = neighbour(hits, current, by);
      if (place !== null) goTo(place);
    },
    change: (wanted) => {
      setText(wanted);
      const first = wanted.trim() === "" ? undefined : search(wanted)[0];
      if (first !== undefined) goTo(first);
    },
  };
}
