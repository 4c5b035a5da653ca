import { useState } from "react";

import { centred, moved, wholeOf, wholeOfOpen, zoomed, type Window } from "@/features/run/model/axis";

export interface AxisWindow {
  readonly window: Window;
  readonly isWhole: boolean;
  zoom: (factor: number, around?: number) => void;
  /** By a share of what is seen. */
  move: (share: number) => void;
  centre: (instant: number) => void;
  fit: () => void;
}

/** Which part of the run is seen: all of it until somebody comes closer. */
export function useWindow(length: number, ended: boolean): AxisWindow {
  const [chosen, setChosen] = useState<Window | null>(null);
  const whole = ended ? wholeOf(length) : wholeOfOpen(length);
  const window = chosen ?? whole;
  const choose = (wanted: Window) => {
    setChosen(wanted.to - wanted.from >= whole.to - whole.from ? null : wanted);
  };
  return {
    window,
    isWhole: chosen === null,
    zoom: (factor, around = (window.from + window.to) / 2) => choose(zoomed(window, factor, around, whole)),
    move: (share) => {
      if (chosen !== null) choose(moved(chosen, share * (chosen.to - chosen.from), whole));
    },
    centre: (instant) => {
      if (chosen !== null) choose(centred(chosen, instant, whole));
    },
    fit: () => setChosen(null),
  };
}
