/** A run for tests, with only what a test is about written out. */

import type { RunSummary } from "@/api/types";

export function runOf(more: Partial<RunSummary> = {}): RunSummary {
  return {
    id: "01a22d7d-1d87-778a-95f7-a15e38e05dba",
    project_id: "01a22d7c-4bf0-70a6-982c-5410fe7cafbc",
    status: "running",
    waiting_for: [],
    agent: { id: "01a22d7c-0000-7000-8000-000000000001", name: "refund-desk", version: 1, version_id: "01a22d7c-0000-7000-8000-000000000002" },
    orchestration: null,
    requester: { kind: "user", id: "01a22d7c-0000-7000-8000-000000000003", name: "Ana Ruiz" },
    limits: { steps: 20, tokens: null },
    steps_used: 1,
    tokens_used: 100,
    deadline_at: "2026-12-01T13:00:00Z",
    created_at: "2026-11-30T13:00:00Z",
    started_at: "2026-11-30T13:00:01Z",
    ended_at: null,
    trace_id: "0af7651916cd43dd8448eb211c80319c",
    last_seq: 3,
    claims: 1,
    version: 1,
    input_head: "The parka arrived with a torn seam",
    input_size: 34,
    output_head: null,
    output_size: null,
    error: null,
    ...more,
  };
}
