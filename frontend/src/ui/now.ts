/** The clock of the screen: one timer for all that shows a relative time, set by the server's clock when known. */

import { useSyncExternalStore } from "react";

let offset = 0;
let seconds = Date.now();
let minutes = seconds;
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** How far the server's clock is ahead, in milliseconds; expiry is judged by that clock. */
export function setClockOffset(milliseconds: number): void {
  if (Math.abs(milliseconds - offset) < 1000) return;
  offset = milliseconds;
  tick();
}

/** Milliseconds of the server's clock, as far as known. */
export function now(): number {
  return Date.now() + offset;
}

/** A time that moves once a second or once a minute, in milliseconds. */
export function useNow(every: "second" | "minute"): number {
  return useSyncExternalStore(watch, every === "second" ? second : minute);
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    tick();
    timer = setInterval(tick, 1000);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  seconds = Math.floor(now() / 1000) * 1000;
  if (Math.abs(seconds - minutes) >= 60_000 || Math.floor(seconds / 60_000) !== Math.floor(minutes / 60_000)) {
    minutes = seconds;
  }
  for (const watcher of watchers) watcher();
}

function second(): number {
  return seconds;
}

function minute(): number {
  return minutes;
}
