import { describe, expect, it } from "vitest";

import { firstItem, hasPlan, planGraph, reviewersOf, roundsOf } from "@/features/run/model/plan";
import * as tell from "@/features/run/testing/stories";
import * as team from "@/features/run/testing/teams";
import type { PlanItemView } from "@/live/fold/view";

function itemsOf(...told: readonly tell.Told[]): readonly PlanItemView[] {
  return tell.view(...told).plan?.items ?? [];
}

const places = (items: readonly PlanItemView[]) => planGraph(items).placed.map(({ item, layer, row }) => [item.key, layer, row]);

describe("the plan of a team's run", () => {
  it("is worth a tab with several tasks or with reviews", () => {
    expect(hasPlan(tell.view(...tell.REFUNDED))).toBe(false);
    expect(hasPlan(tell.view(...team.NEWSROOM))).toBe(true);
    const alone = [team.teamCreated(), team.planMade(0, "input", team.planItem("task", "newsroom"))];
    expect(hasPlan(tell.view(...alone))).toBe(false);
    expect(hasPlan(tell.view(...alone, team.taskStarted(1, "t", "execute", "Ann", "task"), team.taskStarted(2, "r", "review", "Rob", "task", { round: 1 })))).toBe(true);
  });

  it("stands in layers: what waits is behind what it waits for", () => {
    expect(places(itemsOf(...team.NEWSROOM))).toEqual([["facts", 0, 0], ["picture", 0, 1], ["story", 1, 0]]);
    expect(planGraph(itemsOf(...team.NEWSROOM)).edges.map(({ from, to }) => [from.item.key, to.item.key])).toEqual([["facts", "story"]]);
    expect(places(itemsOf(...team.NO_FACTS))).toEqual([["facts", 0, 0], ["story", 1, 0], ["print", 2, 0]]);
  });

  it("ends also where a record goes round in a circle or names what is not there", () => {
    const told = [team.teamCreated(), team.planMade(0, "stored", team.planItem("a", "A", ["b", "gone"]), team.planItem("b", "B", ["a"]), team.planItem("c", "C", ["c"]))];

    expect(planGraph(itemsOf(...told)).placed).toHaveLength(3);
  });

  it("has rounds: a work, what its reviewers said, and the revision of it", () => {
    const rounds = roundsOf(tell.view(...team.NEWSROOM), "facts");

    expect(rounds.map(({ work, before, reviews }) => [work.id, before?.id ?? null, reviews.map((each) => each.id)])).toEqual([
      ["t-facts", null, ["t-review"]],
      ["t-revise", "t-facts", []],
    ]);
    expect(reviewersOf(rounds)).toEqual(["Rob"]);
  });

  it("shows first what goes on, then what went wrong", () => {
    expect(firstItem(itemsOf(...team.NEWSROOM.slice(0, 8)))?.key).toBe("facts");
    expect(firstItem(itemsOf(...team.NO_FACTS))?.key).toBe("facts");
    expect(firstItem([])).toBeNull();
  });
});
