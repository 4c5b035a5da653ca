import { describe, expect, it } from "vitest";

import { findInRows, textsOfSteps } from "@/features/run/model/search";
import { nextTrouble, seenRows } from "@/features/run/model/tree";
import { waterfall } from "@/features/run/model/waterfall";
import * as tell from "@/features/run/testing/stories";
import * as team from "@/features/run/testing/teams";

function rows(...told: readonly tell.Told[]) {
  return seenRows(waterfall(tell.view(...told), "7c41e9"), new Set());
}

const spanOf = (all: ReturnType<typeof rows>, id: string) => all.find((each) => each.row.id === id)?.row.bars.map((each) => [each.kind, each.from, each.to]);

describe("the waterfall of a team's run", () => {
  it("has a row of each task below the run, and below it what its agent did", () => {
    expect(rows(...team.NEWSROOM).slice(0, 8).map(({ level, row }) => [level, row.kind, row.name, row.note])).toEqual([
      [1, "run", "Run 7c41e9", "newsroom, version 2"],
      [2, "task", "Pia", "plans"],
      [3, "model", "nord-1", "answers"],
      [2, "task", "Ann", "works on “Find the facts”"],
      [3, "model", "nord-1", "answers"],
      [2, "task", "Bea", "works on “Find a picture”"],
      [3, "model", "nord-1", "answers"],
      [2, "task", "Rob", "reviews “Find the facts”"],
    ]);
  });

  it("lets tasks that ran at the same time overlap, and leaves open what goes on", () => {
    const all = rows(...team.NEWSROOM);
    expect(spanOf(all, "t-facts")).toEqual([["frame", 3_000, 7_000]]);
    expect(spanOf(all, "t-picture")).toEqual([["frame", 3_000, 7_000]]);

    const open = rows(...team.NEWSROOM.slice(0, 8));
    expect(spanOf(open, "t-facts")).toEqual([["frame", 3_000, null]]);
    expect(open.find((each) => each.row.id === "t-facts")?.row.tone).toBe("running");
  });

  it("sums up what a task used", () => {
    const facts = rows(...team.NEWSROOM).find((each) => each.row.id === "t-facts")?.row;
    expect([facts?.tokens, facts?.cost.amounts]).toEqual([110, { EUR: 1_000_000 }]);
  });

  it("leads to the task that failed", () => {
    expect(nextTrouble(rows(...team.NO_FACTS), null)).toBe("t-facts");
  });

  it("is found by agent, by task and by what a reviewer wrote", () => {
    const view = tell.view(...team.NEWSROOM);
    const found = (wanted: string) => findInRows(waterfall(view, "7c41e9"), textsOfSteps(view), wanted);

    expect(found("bea")).toEqual(["t-picture"]);
    expect(found("find the facts")).toEqual(["t-facts", "t-review", "t-revise"]);
    expect(found("say how many")).toEqual(["t-review"]);
  });
});
