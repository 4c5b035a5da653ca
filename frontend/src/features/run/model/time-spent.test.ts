import { describe, expect, it } from "vitest";

import { timeSpent } from "@/features/run/model/time-spent";
import * as tell from "@/features/run/testing/stories";

const after = (seconds: number) => tell.at(seconds);

describe("where the time went", () => {
  it("splits a run into queue, work and people, and the parts add up", () => {
    const spent = timeSpent(tell.view(...tell.REFUNDED), after(66));

    expect(spent).toEqual({ whole: 66_000, queued: 500, people: 61_500, working: 4_000 });
  });

  it("counts an open card up to now", () => {
    const view = tell.view(...tell.REFUNDED.slice(0, 6));

    expect(timeSpent(view, Date.parse(after(32))).people).toBe(30_000);
  });

  it("counts cards side by side once, and work beside a card as work", () => {
    const view = tell.view(
      tell.created(),
      tell.asked(0),
      tell.replied(1, ["c1", "c2", "c3"]),
      tell.proposed(1, "ask"),
      tell.requested(1),
      tell.proposed(1, "ask", "c2"),
      tell.requested(1, "c2", "p2"),
      tell.proposed(1, "allow", "c3"),
      tell.calling(1, "c3"),
      tell.ended(5, "ok", { call: "c3" }),
      tell.waiting(5),
    );

    expect(timeSpent(view, after(11))).toEqual({ whole: 11_000, queued: 0, people: 6_000, working: 5_000 });
  });

  it("is all queue before a worker came", () => {
    expect(timeSpent(tell.view(tell.created()), after(9))).toEqual({ whole: 9_000, queued: 9_000, people: 0, working: 0 });
  });

  it("is nothing where the clock went backwards, and never negative", () => {
    expect(timeSpent(tell.view(tell.created(5)), after(1)).whole).toBe(0);
    const skewed = tell.view(tell.created(), tell.asked(0), tell.replied(-1, ["c1"]), tell.proposed(2, "ask"), tell.requested(2), tell.decided(1));
    expect(timeSpent(skewed, after(3)).people).toBe(0);
  });

  it("knows nothing of a run without a beginning", () => {
    expect(timeSpent(tell.view(), after(3)).whole).toBe(0);
  });
});

describe("a decision that can be taken back", () => {
  it("lets the run wait until it counts", () => {
    const view = tell.view(
      tell.created(), tell.asked(0), tell.replied(1, ["c1"]), tell.proposed(1, "ask"), tell.requested(1), tell.waiting(1),
      [16, "approval_decided", { approval: "p1", call: "c1", decision: "approve", reason: "", decided_at: after(10), by: tell.JONAS }],
      tell.calling(16), tell.ended(17), tell.asked(17, "s2", 2), tell.replied(18, [], { text: "Done." }, "s2"),
      tell.end(18, "run_completed", { output: "Done." }),
    );

    expect(timeSpent(view, after(18))).toEqual({ whole: 18_000, queued: 0, people: 15_000, working: 3_000 });
  });

  it("does not call it waiting for people that no worker came for an hour", () => {
    const view = tell.view(
      tell.created(), tell.asked(0), tell.replied(1, ["c1"]), tell.proposed(1, "ask"), tell.requested(1), tell.waiting(1),
      tell.decided(10), tell.calling(3_600),
    );

    expect(timeSpent(view, after(3_600)).people).toBe(9_000);
  });
});
