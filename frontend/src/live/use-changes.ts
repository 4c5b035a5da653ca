import { useEffect, useEffectEvent } from "react";

import { gatherChanges } from "./gather-changes";
import { useLive } from "./live-context";
import type { Changes } from "./store";

/**
 * Calls when runs or approvals of the project have changed, also after a connection came back (`all`).
 * At once, then at most every `everyMs`: what comes between is put together.
 */
export function useChanges(onChange: (changes: Changes) => void, everyMs = 1_000): void {
  const live = useLive();
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const gather = gatherChanges((changes) => tell(changes), everyMs);
    const stop = live.watchChanges(gather.add);
    return () => {
      stop();
      gather.stop();
    };
  }, [live, everyMs]);
}
