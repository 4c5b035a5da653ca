/** What lies over the view: one of it, or nothing. A store, since commands open it from anywhere. */

import { useSyncExternalStore } from "react";

export type Overlay =
  | { kind: "none" }
  | { kind: "palette" }
  | { kind: "keys" }
  /** Whom it is meant for, by id: an agent, a team or nobody yet. */
  | { kind: "start"; agent: string | null; team?: string };

let current: Overlay = { kind: "none" };
const watchers = new Set<() => void>();

export function openOverlay(overlay: Overlay): void {
  current = overlay;
  for (const watcher of watchers) watcher();
}

export function closeOverlay(): void {
  openOverlay({ kind: "none" });
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(watch, () => current);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
