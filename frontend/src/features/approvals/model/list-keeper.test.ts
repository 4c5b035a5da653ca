import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LEAVE_MS, ListKeeper, STILL_MS } from "./list-keeper";
import { sampleRow } from "./samples";

const A = sampleRow({ id: "a" });
const B = sampleRow({ id: "b" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function ids(keeper: ListKeeper): string[] {
  return keeper.get().rows.listed.map(({ row }) => row.id);
}

it("holds new rows back until the list has been still for two seconds", () => {
  const keeper = new ListKeeper();
  keeper.receive("mine", [A], 0);
  keeper.touch(1000);

  expect(keeper.receive("mine", [A, B], 1000 + STILL_MS - 1)).toEqual([B]);
  expect(ids(keeper)).toEqual(["a"]);
  expect(keeper.receive("mine", [A, B], 1000 + STILL_MS - 1)).toEqual([]);

  keeper.receive("mine", [A, B], 1000 + STILL_MS);
  expect(ids(keeper)).toEqual(["a", "b"]);
});

it("holds new rows back while the list is not at its top", () => {
  const keeper = new ListKeeper();
  keeper.receive("mine", [A], 0);
  keeper.scrolledTo(120, 10);

  keeper.receive("mine", [A, B], 60_000);
  expect(keeper.get().rows.waiting).toEqual([B]);

  keeper.showWaiting(60_000);
  expect(ids(keeper)).toEqual(["a", "b"]);
});

it("starts anew with another list", () => {
  const keeper = new ListKeeper();
  keeper.receive("mine", [A], 0);
  keeper.receive("high", [B], 10);

  expect(ids(keeper)).toEqual(["b"]);
  expect(keeper.get().rows.waiting).toEqual([]);
});

it("lets a decided row leave in 160 ms, and back in when it is taken back", () => {
  const keeper = new ListKeeper();
  keeper.receive("mine", [A, B], 0);
  keeper.touch(100);

  keeper.leave("a");
  expect(keeper.get().leaving).toEqual(new Set(["a"]));
  vi.advanceTimersByTime(LEAVE_MS);
  expect(ids(keeper)).toEqual(["b"]);
  expect(keeper.get().leaving.size).toBe(0);

  keeper.welcome("a");
  keeper.receive("mine", [A, B], 200);
  expect(ids(keeper)).toEqual(["b", "a"]);
});

it("cuts the list anew only while nobody reads", () => {
  const keeper = new ListKeeper();
  keeper.receive("mine", [A], 0);
  keeper.touch(1000);

  expect(keeper.cutAnew(1500)).toBe(false);
  expect(keeper.get().cutAt).toBe(0);
  expect(keeper.cutAnew(9000)).toBe(true);
  expect(keeper.get().cutAt).toBe(9000);
});
