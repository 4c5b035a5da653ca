/** What a screen reader is told: one message in five seconds at most, the newest when more wait. */

import { useSyncExternalStore } from "react";

const REST_MS = 5000;

let message = "";
let waiting: string | null = null;
let last = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Says a text politely: after what is being read, and never more often than people can follow. */
export function announce(text: string): void {
  const rest = last + REST_MS - performance.now();
  if (rest <= 0) {
    say(text);
    return;
  }
  waiting = text;
  timer ??= setTimeout(() => {
    timer = undefined;
    if (waiting !== null) say(waiting);
    waiting = null;
  }, rest);
}

/** The message that is said now. */
export function useAnnouncement(): string {
  return useSyncExternalStore(watch, () => message);
}

function say(text: string): void {
  last = performance.now();
  // The same words twice are no change, and would not be read: the second time they end in a space.
  message = text === message ? `${text} ` : text;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
