/** What the shell says of the live connection, and since when. The live client tells it. */

import { useSyncExternalStore } from "react";

import { connection as words } from "@/text/shell";
import { announce } from "@/ui/announce";
import { now } from "@/ui/now";

export interface Connection {
  state: "connecting" | "live" | "away" | "signed_out";
  /** Milliseconds. */
  since: number;
}

let current: Connection = { state: "connecting", since: now() };
const watchers = new Set<() => void>();

/** Called by the live client at each change. */
export function setConnection(state: Connection["state"]): void {
  if (state === current.state) return;
  if (state === "away") announce(words.lost);
  if (state === "signed_out") announce(words.signedOutDetail);
  if (state === "live" && (current.state === "away" || current.state === "signed_out")) announce(words.back);
  current = { state, since: now() };
  for (const watcher of watchers) watcher();
}

/** The connection now. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => current);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
