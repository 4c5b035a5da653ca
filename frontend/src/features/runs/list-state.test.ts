// @vitest-environment node
import { describe, expect, it } from "vitest";

import { listFrom, withChanges, withFreshInserted, withFreshShown, withHead, withNextPage, withRow, type ListState } from "@/features/runs/list-state";
import { runOf } from "@/features/runs/testing";
import type { RunSummary } from "@/api/types";

const all = () => true;
const at = (minute: number, more: Partial<RunSummary> = {}) =>
  runOf({ id: `run-${minute}`, created_at: `2026-11-30T13:${String(minute).padStart(2, "0")}:00Z`, ...more });
const ids = (runs: readonly RunSummary[]) => runs.map((run) => run.id);

function list(...minutes: number[]): ListState {
  return listFrom({ items: minutes.map((minute) => at(minute)), next_cursor: "more" });
}

describe("the head read again", () => {
  it("changes a row in its place", () => {
    const state = withHead(list(3, 2), { items: [at(3), at(2, { status: "failed", last_seq: 9 })], next_cursor: "more" }, all);

    expect(state.rows.map((run) => run.status)).toEqual(["running", "failed"]);
    expect(state.fresh).toEqual([]);
  });

  it("keeps the object of a row that says the same, so that it is not drawn again", () => {
    const before = list(3, 2);
    const state = withHead(before, { items: [at(3), at(2, { last_seq: 9 })], next_cursor: "more" }, all);

    expect(state.rows[0]).toBe(before.rows[0]);
    expect(state.rows[1]).not.toBe(before.rows[1]);
  });

  it("never goes back: what live told is newer than a slow answer", () => {
    const now = withChanges(list(3), [{ id: "run-3", status: "completed", waiting_for: [] }], all);
    const state = withHead({ ...now, rows: now.rows.map((run) => ({ ...run, last_seq: 9 })) }, { items: [at(3)], next_cursor: "more" }, all);

    expect(state.rows[0]?.status).toBe("completed");
  });

  it("keeps new runs behind the pill, and moves nothing", () => {
    const state = withHead(list(3, 2), { items: [at(5), at(4), at(3), at(2)], next_cursor: "more" }, all);

    expect(ids(state.rows)).toEqual(["run-3", "run-2"]);
    expect(ids(state.fresh)).toEqual(["run-5", "run-4"]);
  });

  it("dims a row that should be there and is not", () => {
    const state = withHead(list(3, 2, 1), { items: [at(3), at(1)], next_cursor: "more" }, all);

    expect([...state.dimmed]).toEqual(["run-2"]);
    expect(ids(state.rows)).toEqual(["run-3", "run-2", "run-1"]);
  });

  it("dims nothing that lies further down than it was read", () => {
    const state = withHead(list(3, 2, 1), { items: [at(3), at(2)], next_cursor: "more" }, all);

    expect(state.dimmed.size).toBe(0);
  });

  it("says when so many are new that some were not read", () => {
    const state = withHead(list(3), { items: [at(9), at(8)], next_cursor: "more" }, all);

    expect(state.gap).toBe(true);
    expect(ids(withFreshShown(state).rows)).toEqual(["run-9", "run-8"]);
  });
});

describe("a change that live tells", () => {
  it("shows at once, and dims what no longer fits", () => {
    const state = withChanges(list(3, 2), [{ id: "run-2", status: "completed", waiting_for: [] }], (run) => run.status === "running");

    expect(state.rows[1]?.status).toBe("completed");
    expect([...state.dimmed]).toEqual(["run-2"]);
  });

  it("of a run that is not in the list, or of nothing new, leaves the list as it is", () => {
    const state = list(3);

    expect(withChanges(state, [{ id: "other", status: "failed", waiting_for: [] }], all)).toBe(state);
    expect(withChanges(state, [{ id: "run-3", status: "running", waiting_for: [] }], all)).toBe(state);
  });

  it("undims a row that fits again", () => {
    const running = (run: RunSummary) => run.status === "running";
    const left = withChanges(list(3), [{ id: "run-3", status: "waiting", waiting_for: ["approval"] }], running);
    const back = withRow(left, at(3, { last_seq: 9 }), running);

    expect(left.dimmed.has("run-3")).toBe(true);
    expect(back.dimmed.size).toBe(0);
  });
});

describe("new runs", () => {
  const state = { ...withHead(list(3, 2), { items: [at(4), at(3)], next_cursor: "more" }, all), dimmed: new Set(["run-2"]) };

  it("come in above when the person asks for them, and what no longer fits goes", () => {
    const shown = withFreshShown(state);

    expect(ids(shown.rows)).toEqual(["run-4", "run-3"]);
    expect(shown.fresh).toEqual([]);
    expect(shown.dimmed.size).toBe(0);
  });

  it("come in by themselves without taking anything away", () => {
    expect(ids(withFreshInserted(state).rows)).toEqual(["run-4", "run-3", "run-2"]);
  });
});

describe("the next page", () => {
  it("adds rows at the end, each once", () => {
    const state = withNextPage(list(3, 2), { items: [at(2), at(1)], next_cursor: null });

    expect(ids(state.rows)).toEqual(["run-3", "run-2", "run-1"]);
    expect(state.cursor).toBeNull();
  });
});
