import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import { readEvents } from "@/live/frames";
import type { TraceEvent } from "@/live/fold/events";
import type { Json } from "@/live/json";

const PAGE = 500;

export interface StepEvents {
  /** Null: they are being read. */
  readonly events: readonly TraceEvent[] | null;
  readonly failed: boolean;
}

/** The raw events about these ids, read anew when the run has gone on; `seq` is its newest event. */
export function useStepEvents(runId: string, ids: readonly string[], seq: number): StepEvents {
  const query = useQuery({
    queryKey: ["run-events", runId, seq],
    queryFn: () => readAll(runId, seq),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return { events: query.data?.filter((event) => isAbout(event, ids)) ?? null, failed: query.isError };
}

async function readAll(runId: string, seq: number): Promise<readonly TraceEvent[]> {
  const all: TraceEvent[] = [];
  while (all.length < seq) {
    const page = await ask(
      api.GET("/api/v1/runs/{run_id}/events", { params: { path: { run_id: runId }, query: { after: all.length, limit: PAGE } } }),
    );
    const events = readEvents(page.events as unknown as Json);
    if (events === null || events.length === 0) break;
    all.push(...events);
  }
  return all;
}

function isAbout({ payload }: TraceEvent, ids: readonly string[]): boolean {
  return [payload.step, payload.call, payload.approval].some((id) => typeof id === "string" && ids.includes(id));
}
