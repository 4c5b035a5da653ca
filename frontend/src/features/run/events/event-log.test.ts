import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { TraceEvent } from "@/live/fold/events";

import { EventLog, PAGE } from "./event-log";
import { toggled } from "./event-tools";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function event(seq: number, kind = "tool_changed", payload: TraceEvent["payload"] = { tool: `tool-${seq}` }): TraceEvent {
  return { seq, at: "2026-11-30T12:00:00.000Z", kind, payload };
}

function events(first: number, last: number): readonly TraceEvent[] {
  return Array.from({ length: last - first + 1 }, (_, index) => event(first + index));
}

function server(last: number) {
  const asked: number[] = [];
  const read = vi.fn((after: number, limit: number) => {
    asked.push(after);
    return Promise.resolve<readonly TraceEvent[] | null>(events(after + 1, Math.min(last, after + limit)));
  });
  return { asked, read };
}

const EVERYTHING = { words: "", kinds: new Set<string>() };

describe("the events of a long run", () => {
  test("are read where somebody looks, each page once", async () => {
    const { asked, read } = server(10_000);
    const log = new EventLog(read);
    log.need(4_990, 5_010);
    log.need(4_991, 5_011);
    await vi.runAllTimersAsync();
    expect(asked.sort((left, right) => left - right)).toEqual([4_500, 5_000]);
    expect(log.get(5_000)?.seq).toBe(5_000);
    expect(log.get(1)).toBeUndefined();
    log.need(4_990, 5_010);
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test("are all read for a search, the newest first, two pages at a time", async () => {
    const { asked, read } = server(2_200);
    const log = new EventLog(read);
    log.need(1, 2_200);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.runAllTimersAsync();
    expect(log.loaded).toBe(2_200);
    expect([...asked].sort((left, right) => left - right)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  });

  test("that came live are not read again", async () => {
    const { read } = server(700);
    const log = new EventLog(read);
    log.put(events(501, 700));
    log.need(501, 700);
    await vi.runAllTimersAsync();
    expect(read).not.toHaveBeenCalled();
    log.need(499, 520);
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(1);
    expect(log.loaded).toBe(700);
  });

  test("a page that cannot be read is tried again by itself, and said to be missing meanwhile", async () => {
    const { read } = server(10);
    read.mockResolvedValueOnce(null);
    const log = new EventLog(read);
    log.need(1, 10);
    await vi.advanceTimersByTimeAsync(10);
    expect(log.hasFailed).toBe(true);
    log.need(1, 10);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(log).toMatchObject({ hasFailed: false, loaded: 10 });
  });

  test("tell those who watch, once for a page", async () => {
    const { read } = server(PAGE);
    const log = new EventLog(read);
    let told = 0;
    const stop = log.watch(() => (told += 1));
    log.put([event(1)]);
    log.put([event(1)]);
    expect(told).toBe(1);
    stop();
    log.need(1, PAGE);
    await vi.runAllTimersAsync();
    expect(told).toBe(1);
  });
});

describe("a filter", () => {
  const log = new EventLog(() => Promise.resolve(null));
  log.put([
    event(1, "run_created", { input: "My JACKET arrived torn 🎺" }),
    event(2, "tool_call_started", { call: "c", execution: 1 }),
    event(3, "tool_call_completed", { call: "c", kind: "ok", content: "Größe 42" }),
    event(5, "invented_later", { deep: { er: ["jacket"] } }),
  ]);

  test.each([
    ["nothing", "", [], [1, 2, 3, 5]],
    ["a word, however it is written", "jacket", [], [1, 5]],
    ["all words, in any order", "torn jacket", [], [1]],
    ["a kind as a word", "tool_call", [], [2, 3]],
    ["letters beyond ASCII", "GRÖSSE größe", [], []],
    ["letters beyond ASCII, as they are", "größe", [], [3]],
    ["a picture", "🎺", [], [1]],
    ["a kind", "", ["run_created"], [1]],
    ["two kinds and a word", "jacket", ["invented_later", "tool_call_started"], [5]],
    ["what nothing says", "zebra", [], []],
    ["a pattern, as text", ".*", [], []],
  ] as const)("finds %s", (_, words, kinds, seqs) => {
    expect(log.matching({ words, kinds: new Set<string>(kinds) }, 5)).toEqual(seqs);
  });

  test("knows the kinds there are", () => {
    expect([...log.kinds]).toEqual([
      ["invented_later", 1], ["run_created", 1], ["tool_call_completed", 1], ["tool_call_started", 1],
    ]);
  });

  test("looks no farther than the run is shown", () => expect(log.matching(EVERYTHING, 2)).toEqual([1, 2]));
});

test("toggling puts in and takes out", () => {
  expect([...toggled(new Set([1]), 2)]).toEqual([1, 2]);
  expect([...toggled(new Set([1]), 1)]).toEqual([]);
});
