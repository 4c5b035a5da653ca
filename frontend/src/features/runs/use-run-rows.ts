import { useCallback, useMemo, useState } from "react";

import type { RunSummary } from "@/api/types";

export interface RunRows {
  /** The row that keys act on; the first one until the person moves. */
  current: RunSummary | undefined;
  selected: ReadonlySet<string>;
  /** Gives the row it moved to. */
  move: (by: number) => RunSummary | undefined;
  moveTo: (run: RunSummary) => void;
  toggle: (run: RunSummary) => void;
  extend: () => void;
  clear: () => void;
}

/** Which row is the current one and which are selected; both by id, so that new rows move neither. */
export function useRunRows(rows: readonly RunSummary[], first: string | undefined): RunRows {
  const [at, setAt] = useState<string | undefined>(first);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const index = at === undefined ? -1 : rows.findIndex((run) => run.id === at);
  const current = rows[Math.max(index, 0)];
  const selected = useMemo(() => new Set(rows.filter((run) => chosen.has(run.id)).map((run) => run.id)), [rows, chosen]);

  const move = (by: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, Math.max(index, 0) + by))];
    if (next !== undefined) setAt(next.id);
    return next;
  };
  const moveTo = useCallback((run: RunSummary) => setAt(run.id), []);
  const toggle = useCallback(
    (run: RunSummary) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(run.id)) after.add(run.id);
        return after;
      }),
    [],
  );
  const extend = () => {
    const next = rows[Math.min(rows.length - 1, Math.max(index, 0) + 1)];
    if (current === undefined || next === undefined) return;
    setChosen((before) => new Set([...before, current.id, next.id]));
    setAt(next.id);
  };
  return { current, selected, move, moveTo, toggle, extend, clear: () => setChosen(new Set()) };
}
