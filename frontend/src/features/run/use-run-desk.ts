import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { Chronicle } from "@/features/run/model/chronicle";
import { shortId } from "@/features/run/model/curl";
import { entryOf, nextTroubleIn, rowIdOf, stepOf } from "@/features/run/model/places";
import { findInRows, findInStory, neighbour, textsOfSteps } from "@/features/run/model/search";
import type { Row } from "@/features/run/model/spans";
import { tellStory } from "@/features/run/model/story";
import type { StoryItem } from "@/features/run/model/story-item";
import { nextTrouble, rowOfStep, seenRows, type SeenRow } from "@/features/run/model/tree";
import { waterfall } from "@/features/run/model/waterfall";
import { useFind, type Find } from "@/features/run/use-find";
import { useRunPlace, type RunPlace } from "@/features/run/use-run-place";
import type { RunView } from "@/live/fold/view";

export interface RunDesk {
  readonly place: RunPlace;
  readonly all: Chronicle;
  readonly items: readonly StoryItem[];
  readonly root: Row | null;
  readonly rows: readonly SeenRow[];
  /** Where the person is: the entry of the story, the row of the waterfall, the one of both that is seen. */
  readonly entry: string | null;
  readonly row: string | null;
  readonly current: string | null;
  readonly find: Find;
  /** Goes to an entry or a row; an open panel goes along. */
  goTo: (wanted: string) => void;
  /** By one, up to the first or the last. */
  move: (by: 1 | -1) => void;
  /** Goes there and opens its panel. */
  open: (wanted: string) => void;
  openCurrent: () => void;
  /** Goes to the next wait or error; false where there is none. */
  goToTrouble: () => boolean;
  fold: (row: string) => void;
}

/** What the view of a run works with: the run told and laid out, where the person is in it, and how to move. */
export function useRunDesk(runId: string, view: RunView): RunDesk {
  const place = useRunPlace(runId, view);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  // An entry or a row: all tabs are at the same step.
  const [at, setAt] = useState<string | null>(null);

  const all = useMemo(() => new Chronicle(view), [view]);
  const items = useMemo(() => tellStory(view), [view]);
  const root = useMemo(() => waterfall(view, shortId(runId)), [view, runId]);
  const rows = useMemo(() => seenRows(root, folded), [root, folded]);

  const here = at ?? place.step;
  const entry = entryOf(items, view, here);
  const row = here === null ? null : rowOfStep(rows, root, rowIdOf(here));
  const inWaterfall = place.tab === "waterfall";
  const current = inWaterfall ? row : entry;

  const goTo = (wanted: string) => {
    setAt(wanted);
    const step = stepOf(items, rows, wanted);
    if (place.step !== null && step !== null && step !== place.step) place.openStep(step);
  };
  const newest = useRef({ items, rows, place });
  useEffect(() => {
    newest.current = { items, rows, place };
  });
  // The same function for ever: each event makes new items, and an entry that did not change is not drawn again.
  const open = useCallback((wanted: string) => {
    const { items: told, rows: seen, place: now } = newest.current;
    setAt(wanted);
    const step = stepOf(told, seen, wanted);
    const item = told.find((each) => each.key === wanted)?.item ?? null;
    if (step !== null) now.openStep(step);
    else if (item !== null && now.tab === "story") now.showItem(item);
  }, []);
  const find = useFind(
    (text) => (inWaterfall ? findInRows(root, textsOfSteps(view), text) : findInStory(items, text)),
    current,
    (wanted) => {
      // A hit below a folded row must be seen.
      if (!rows.some((each) => each.row.id === wanted)) setFolded(new Set());
      goTo(wanted);
    },
  );
  const order = inWaterfall ? rows.map((each) => each.row.id) : items.filter((each) => !each.later).map((each) => each.key);

  return {
    place,
    all,
    items,
    root,
    rows,
    entry,
    row,
    current,
    find,
    goTo,
    move: (by) => {
      const end = by === 1 ? order.length - 1 : 0;
      const wanted = current !== null && order.indexOf(current) === end ? null : neighbour(order, current, by);
      if (wanted !== null) goTo(wanted);
    },
    open,
    openCurrent: () => {
      if (current !== null) open(current);
    },
    goToTrouble: () => {
      const wanted = inWaterfall ? nextTrouble(rows, row) : nextTroubleIn(items, entry);
      if (wanted !== null) goTo(wanted);
      return wanted !== null;
    },
    fold: useCallback(
      (wanted: string) =>
        setFolded((before) => {
          const after = new Set(before);
          if (!after.delete(wanted)) after.add(wanted);
          return after;
        }),
      [],
    ),
  };
}
