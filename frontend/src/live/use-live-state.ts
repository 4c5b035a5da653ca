import { useCallback, useSyncExternalStore } from "react";

import { useLive } from "./live-context";
import type { LiveState } from "./machine/state";

/** Whether what is shown is live, and since when. */
export function useLiveState(): LiveState {
  const live = useLive();
  const watch = useCallback((listener: () => void) => live.watchLiveState(listener), [live]);
  return useSyncExternalStore(watch, () => live.liveState());
}
