import { useEffect, useState, useSyncExternalStore } from "react";

import type { RunState } from "@/live/run-state";
import { eventsAfter } from "@/live/rest";

import { EventLog } from "./event-log";

/** The raw events of a run: those that came live are there, older ones are read when they are looked at. */
export function useEventLog(runId: string, run: RunState): EventLog {
  const [log] = useState(() => new EventLog((after, limit) => eventsAfter(runId, after, limit)));
  useSyncExternalStore(log.watch, () => log.version);
  const { events } = run;
  useEffect(() => log.put(events), [log, events]);
  return log;
}
