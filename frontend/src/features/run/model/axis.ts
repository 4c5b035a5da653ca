/** The time axis: which part of a run is seen, where an instant stands in it, and round marks. */

/** Milliseconds since the run was created. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Where the end of what is known stands in an unmoved window: behind it is a little room. */
const END = 0.94;
const LONGEST_ZOOM = 20;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR),
  ...[1, 2, 7, 14, 30].map((each) => each * DAY),
];

/** The whole of a run that has ended. */
export function wholeOf(length: number): Window {
  return { from: 0, to: Math.max(length, 1) / END };
}

/**
 * The whole of a run that goes on. Its end moves in steps of a quarter, so that bars stand still and the line
 * of now moves towards it.
 */
export function wholeOfOpen(length: number): Window {
  let to = SECOND;
  while (to * END < length) to *= 1.25;
  return { from: 0, to };
}

/** Round marks, at most `most` of them. */
export function ticks({ from, to }: Window, most: number): number[] {
  const least = (to - from) / Math.max(1, most);
  const step = STEPS.find((each) => each >= least) ?? Math.ceil(least / (30 * DAY)) * 30 * DAY;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** In per cent of the width; outside of 0 to 100 where it is not seen. */
export function placeOf(instant: number, { from, to }: Window): number {
  return ((instant - from) / (to - from)) * 100;
}

/** Closer or farther around one instant; never wider than the whole, never below some milliseconds. */
export function zoomed(window: Window, factor: number, around: number, whole: Window): Window {
  const length = Math.min(whole.to - whole.from, Math.max(LONGEST_ZOOM, (window.to - window.from) / factor));
  const share = Math.min(1, Math.max(0, (around - window.from) / (window.to - window.from)));
  return within({ from: around - share * length, to: around - share * length + length }, whole);
}

export function moved(window: Window, by: number, whole: Window): Window {
  return within({ from: window.from + by, to: window.to + by }, whole);
}

/** The same length, with the instant in its middle. */
export function centred(window: Window, around: number, whole: Window): Window {
  return moved(window, around - (window.from + window.to) / 2, whole);
}

function within(window: Window, whole: Window): Window {
  const length = Math.min(window.to - window.from, whole.to - whole.from);
  const from = Math.min(Math.max(window.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** `0:30`, `1 h 30`, below a second `0.25 s`: what a mark says. */
export function tickText(instant: number, { from, to }: Window): string {
  const length = to - from;
  if (length < 5 * SECOND) return `${trimmed(instant / SECOND, length < 200 ? 3 : length < 2 * SECOND ? 2 : 1)} s`;
  if (instant < HOUR) {
    const seconds = Math.round(instant / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (instant < 2 * DAY && length < 4 * DAY) {
    const minutes = Math.round(instant / MINUTE);
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
  }
  return `${trimmed(instant / DAY, 1)} d`;
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
