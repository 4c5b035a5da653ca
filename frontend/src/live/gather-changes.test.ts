import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { gatherChanges, joinChanges } from "./gather-changes";
import type { Changes } from "./store";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NOTHING: Changes = { runs: [], approvals: false, all: false };

function run(id: string, seq: number): Changes["runs"][number] {
  return { id, status: "running", waiting_for: [], seq };
}

test("the first is told at once, those of the next second together", () => {
  const told: Changes[] = [];
  const gather = gatherChanges((changes) => told.push(changes), 1_000);
  gather.add({ ...NOTHING, runs: [run("a", 1)] });
  expect(told).toHaveLength(1);
  gather.add({ ...NOTHING, runs: [run("a", 2)] });
  gather.add({ ...NOTHING, approvals: true });
  vi.advanceTimersByTime(999);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told[1]).toEqual({ runs: [run("a", 2)], approvals: true, all: false });
  vi.advanceTimersByTime(5_000);
  expect(told).toHaveLength(2);
});

test("what was stopped tells nothing more", () => {
  const told: Changes[] = [];
  const gather = gatherChanges((changes) => told.push(changes), 1_000);
  gather.add(NOTHING);
  gather.add(NOTHING);
  gather.stop();
  vi.advanceTimersByTime(5_000);
  expect(told).toHaveLength(1);
});

test("of a run the newest counts, whichever comes last", () => {
  const joined = joinChanges({ ...NOTHING, runs: [run("a", 5), run("b", 1)] }, { ...NOTHING, runs: [run("a", 3)], all: true });
  expect(joined).toEqual({ runs: [run("a", 5), run("b", 1)], approvals: false, all: true });
});
