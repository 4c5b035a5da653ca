import { useState } from "react";

import { boot } from "@/api/boot";
import type { Place } from "@/ui/place";
import { stored, useStored } from "@/ui/stored";

export interface GuideState {
  /** From 0. */
  step: number;
  isDone: boolean;
  /** Where the run of the decided card is seen. */
  run: Place | null;
  /** Until when the decision can be taken back, in milliseconds; null where it counted at once. */
  startsAt: number | null;
  next: () => void;
  close: () => void;
}

/** What was decided last on this page. */
export interface Decided {
  run: Place;
  startsAt: number | null;
}

const closed = stored<boolean>(
  "guide.first-decision",
  (found) => found === "closed",
  (is) => (is ? "closed" : "open"),
);

/** The guide of the first decision; null where none is wanted. */
export function useGuide(decided: Decided | null): GuideState | null {
  const isClosed = useStored(closed);
  const [step, setStep] = useState(0);
  if (!boot().first_decision || isClosed) return null;
  return {
    step,
    isDone: decided !== null,
    run: decided?.run ?? null,
    startsAt: decided?.startsAt ?? null,
    next: () => setStep((before) => before + 1),
    close: () => closed.set(true),
  };
}
