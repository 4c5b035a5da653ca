import { describe, expect, it } from "vitest";

import type { Row } from "@/features/run/model/spans";
import { countSteps, nextTrouble, rowOfStep, seenRows } from "@/features/run/model/tree";
import { waterfall } from "@/features/run/model/waterfall";
import * as tell from "@/features/run/testing/stories";

function root(...told: readonly tell.Told[]): Row {
  const row = waterfall(tell.view(...told), "7c41e9");
  if (!row) throw new Error("no run");
  return row;
}

function rowsOf(...told: readonly tell.Told[]): Map<string, Row> {
  return new Map(seenRows(root(...told), new Set()).map((each) => [each.row.id, each.row]));
}

const spans = (row: Row | undefined) => row?.bars.map((each) => [each.kind, each.from, each.to]);

describe("the waterfall of a run", () => {
  it("has the run, its agent, and below it what it did in order", () => {
    const seen = seenRows(root(...tell.REFUNDED), new Set());

    expect(seen.map((each) => [each.level, each.row.kind, each.row.name])).toEqual([
      [1, "run", "Run 7c41e9"],
      [2, "agent", "refund-desk"],
      [3, "model", "nord-1"],
      [3, "tool", "issue_refund"],
      [4, "person", "Jonas Weber"],
      [3, "model", "nord-1"],
    ]);
    expect(countSteps(root(...tell.REFUNDED))).toBe(3);
  });

  it("gives each its time since the run was created", () => {
    const rows = rowsOf(...tell.REFUNDED);

    expect(spans(rows.get("run"))).toEqual([["frame", 0, 66_000]]);
    expect(spans(rows.get("agent"))).toEqual([["frame", 500, 66_000]]);
    expect(spans(rows.get("s1"))).toEqual([["model", 500, 2_000]]);
    expect(spans(rows.get("c1"))).toEqual([["waited", 2_000, 63_000], ["tool", 63_500, 64_000]]);
    expect(rows.get("p1")?.note).toBe("approved");
    expect(rows.get("s1")?.tokens).toBe(330);
  });

  it("shows the time in which a decision could be taken back", () => {
    const rows = rowsOf(
      tell.created(), tell.asked(0), tell.replied(1, ["c1"]), tell.proposed(1, "ask"), tell.requested(1), tell.waiting(1),
      [16, "approval_decided", { approval: "p1", call: "c1", decision: "approve", reason: "", decided_at: tell.at(10), by: tell.JONAS }],
      tell.calling(16), tell.ended(17),
    );

    expect(spans(rows.get("p1"))).toEqual([["waited", 1_000, 10_000], ["grace", 10_000, 16_000]]);
    expect(spans(rows.get("c1"))).toEqual([["waited", 1_000, 10_000], ["grace", 10_000, 16_000], ["tool", 16_000, 17_000]]);
  });

  it("leaves open what goes on, and says for whom it waits", () => {
    const rows = rowsOf(...tell.REFUNDED.slice(0, 6));

    expect(spans(rows.get("run"))).toEqual([["frame", 0, null]]);
    expect(spans(rows.get("c1"))).toEqual([["wait", 2_000, null]]);
    expect(rows.get("p1")?.name).toBe("A reviewer");
    expect(rows.get("p1")?.tone).toBe("approval");
    expect(rows.get("p1")?.bars[0]?.expires).toBe(900_000);
  });

  it("keeps the failed try beside the good one", () => {
    const rows = rowsOf(
      tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000), tell.replied(4, [], { attempt: 2, duration_ms: 900, text: "Hi" }),
    );

    expect(spans(rows.get("s1"))).toEqual([["frame", 0, 4_000]]);
    expect(spans(rows.get("s1.1"))).toEqual([["failed", 600, 1_000]]);
    expect(spans(rows.get("s1.2"))).toEqual([["model", 3_100, 4_000]]);
    expect(rows.get("s1.1")?.note).toBe("try 1: 429");
  });

  it("shows the try that is still to come as open", () => {
    const rows = rowsOf(tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000));

    expect(spans(rows.get("s1.2"))).toEqual([["model", 3_000, null]]);
  });

  it("marks what a fallback answered, and says what each try used and cost", () => {
    const rows = rowsOf(...tell.FELL_BACK);

    expect([rows.get("s1")?.name, rows.get("s1")?.mark]).toEqual(["sud-2", "fallback 1"]);
    expect(["s1.1", "s1.2", "s1.3"].map((id) => rows.get(id)?.name)).toEqual(["nord-1", "nord-1", "sud-2"]);
    expect(["s1.1", "s1.2", "s1.3"].map((id) => rows.get(id)?.tokens)).toEqual([null, 304, 330]);
    expect(rows.get("s1.2")?.cost.amounts).toEqual({ USD: 1_200_000 });
    expect(rows.get("run")?.cost).toEqual({ amounts: { USD: 4_600_567 }, unknown: 0 });
  });

  it("lays calls that run side by side over each other in time", () => {
    const rows = rowsOf(
      tell.created(), tell.asked(0), tell.replied(1, ["c1", "c2"]),
      tell.proposed(1, "allow"), tell.proposed(1, "allow", "c2"),
      tell.calling(1.1), tell.calling(1.2, "c2"), tell.ended(3), tell.ended(2, "ok", { call: "c2" }),
    );

    expect(spans(rows.get("c1"))).toEqual([["tool", 1_100, 3_000]]);
    expect(spans(rows.get("c2"))).toEqual([["tool", 1_200, 2_000]]);
  });

  it("has no length below zero, and a point where nothing ran", () => {
    const rows = rowsOf(
      tell.created(), tell.asked(-1), tell.replied(-2, ["c1"]), tell.proposed(0, "deny"), tell.ended(0.2, "denied", { content: "" }),
    );

    expect(spans(rows.get("s1"))).toEqual([["model", 0, 0]]);
    expect(spans(rows.get("c1"))).toEqual([["point", 200, 200]]);
    expect(rows.get("c1")?.tone).toBe("failed");
  });

  it("ends with the run what had no end of its own", () => {
    const rows = rowsOf(tell.created(), tell.asked(1), tell.end(9, "run_failed", { code: "internal_error", message: "x", call: null }));

    expect(spans(rows.get("s1"))).toEqual([["model", 1_000, 9_000]]);
  });

  it("keeps an unknown outcome in sight", () => {
    const rows = rowsOf(
      tell.created(), tell.asked(0), tell.replied(1, ["c1"]), tell.proposed(1, "allow"), tell.calling(2),
      tell.about(9, "tool_call_unknown", { code: "outcome_unknown", message: "" }),
      tell.end(9, "run_needs_attention", { code: "outcome_unknown", message: "", call: "c1" }),
    );

    expect(rows.get("c1")?.tone).toBe("attention");
    expect(rows.get("c1")?.bars[0]?.kind).toBe("failed");
  });

  it("has nothing to show before the run was created", () => {
    expect(waterfall(tell.view(), "x")).toBeNull();
    expect(seenRows(null, new Set())).toEqual([]);
  });
});

describe("the rows that are seen", () => {
  it("hide what is under a folded row, and say their place for screen readers", () => {
    const seen = seenRows(root(...tell.REFUNDED), new Set(["c1"]));

    expect(seen.map((each) => each.row.id)).toEqual(["run", "agent", "s1", "c1", "s2"]);
    expect(seen[3]).toMatchObject({ unfolded: false, place: 2, of: 3, parent: "agent" });
    expect(seen[2]).toMatchObject({ unfolded: null });
  });

  it("stand for a step that a folded row hides", () => {
    const tree = root(...tell.REFUNDED);

    expect(rowOfStep(seenRows(tree, new Set()), tree, "p1")).toBe("p1");
    expect(rowOfStep(seenRows(tree, new Set(["c1"])), tree, "p1")).toBe("c1");
    expect(rowOfStep(seenRows(tree, new Set(["run"])), tree, "s2")).toBe("run");
    expect(rowOfStep(seenRows(tree, new Set()), tree, "elsewhere")).toBeNull();
  });

  it("lead to the next wait or error, and around the end", () => {
    const waits = seenRows(root(...tell.REFUNDED.slice(0, 6)), new Set());

    expect(nextTrouble(waits, null)).toBe("c1");
    expect(nextTrouble(waits, "c1")).toBe("p1");
    expect(nextTrouble(waits, "p1")).toBe("c1");
    expect(nextTrouble(seenRows(root(...tell.REFUNDED), new Set()), null)).toBeNull();
  });
});
