import { describe, expect, it, test } from "vitest";

import { canonical } from "../canonical";
import type { TraceEvent } from "./events";
import { storedTraces, TRACE_FILES } from "./fixtures";
import { evolve, fold } from "./fold";
import { EMPTY_VIEW, type RunView } from "./view";

describe.each(TRACE_FILES)("the traces of %s", (file) => {
  const traces = storedTraces(file);

  test("give the view of the Python fold, byte for byte", () => {
    for (const { name, events, view } of traces) expect(canonical(fold(events)), name).toBe(view);
  });

  test("give the same view from a snapshot on, wherever it was made", () => {
    for (const { name, events, view } of traces) {
      let snapshot: RunView = EMPTY_VIEW;
      for (const [cut, event] of events.entries()) {
        // As it comes over the wire.
        const read = JSON.parse(JSON.stringify(snapshot)) as RunView;
        expect(canonical(fold(events.slice(cut), read)), `${name} at ${cut}`).toBe(view);
        snapshot = evolve(snapshot, event);
      }
    }
  });

  test("are folded without a change to what was given", () => {
    for (const { name, events } of traces) {
      const frozen = deepFreeze(structuredClone(events));
      expect(canonical(fold(frozen)), name).toBe(canonical(fold(events)));
    }
  });
});

describe("what the Python fold never sees", () => {
  const created: TraceEvent = { seq: 1, at: "2026-11-30T12:00:00.000Z", kind: "run_created", payload: { input: "Hi" } };

  it.each<[string, string, TraceEvent["payload"]]>([
    ["a waiting for something of a later version", "run_waiting", { waiting_for: ["weather"] }],
    ["a waiting without a list", "run_waiting", {}],
    ["a step without an id", "model_call_started", { number: 1 }],
    ["a failure whose message is a number", "run_failed", { code: "x", message: 7 }],
    ["a text that is neither text nor reference", "run_completed", { output: { ref: "x" } }],
    ["a name of something that every object has", "toString", {}],
  ])("%s is counted and changes nothing else", (_, kind, payload) => {
    const before = fold([created]);
    const after = evolve(before, { seq: 2, at: created.at, kind, payload });
    expect(after).toEqual({ ...before, last_seq: 2, ignored: 1 });
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
