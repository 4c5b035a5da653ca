import { useCallback, useSyncExternalStore } from "react";

import { useLive } from "./live-context";
import type { RunState } from "./run-state";

/** A run, live: opened while the component is on the page, drawn again at most once per picture. */
export function useRun(runId: string): RunState {
  const live = useLive();
  const watch = useCallback((listener: () => void) => live.watchRun(runId, listener), [live, runId]);
  return useSyncExternalStore(watch, () => live.runState(runId));
}
