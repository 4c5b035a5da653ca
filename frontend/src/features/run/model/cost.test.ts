import { describe, expect, it } from "vitest";

import { lostOn, sumOf, sumsByAgent, sumsByModel, sumsByStep } from "@/features/run/model/cost";
import * as tell from "@/features/run/testing/stories";
import { NEWSROOM } from "@/features/run/testing/teams";
import { storedTraces, TRACE_FILES } from "@/live/fold/fixtures";
import { fold } from "@/live/fold/fold";
import { addCosts, addUsage } from "@/live/fold/spending";
import { NO_COST, NO_USAGE } from "@/live/fold/view";

const view = tell.view(...tell.FELL_BACK);

describe("the cost of a run", () => {
  it("is told by the model that was asked, with the tries that gave nothing", () => {
    expect(sumsByModel(view).map(({ name, provider, attempts, failed, cost }) => [name, provider, attempts, failed, cost.amounts])).toEqual([
      ["nord-1", "openai", 2, 2, { USD: 1_200_000 }],
      ["sud-2", "anthropic", 1, 0, { USD: 3_400_567 }],
    ]);
  });

  it("names what a failed try cost all the same", () => {
    expect(lostOn(view)).toMatchObject({ attempts: 1, cost: { amounts: { USD: 1_200_000 }, unknown: 0 } });
  });

  it("is told by step, without those that were never tried", () => {
    const open = tell.view(...tell.FELL_BACK.slice(0, -1), tell.asked(9, "s2", 2));

    expect(sumsByStep(open).map(({ step, attempts }) => [step.id, attempts])).toEqual([["s1", 3]]);
  });

  it("is told by agent of a team", () => {
    expect(sumsByAgent(tell.view(...NEWSROOM)).map(({ name, attempts }) => [name, attempts])).toEqual([["Pia", 2], ["Ann", 3], ["Bea", 1], ["Rob", 1]]);
  });

  it("has nothing in it before anything was asked", () => {
    expect(sumOf(tell.view(tell.created()))).toEqual({ usage: NO_USAGE, cost: NO_COST, attempts: 0, failed: 0 });
  });

  it.each(TRACE_FILES)("adds up to the run by agent, by model and by step in %s", (file) => {
    for (const trace of storedTraces(file)) {
      const run = fold(trace.events);
      for (const parts of [sumsByAgent(run), sumsByModel(run), sumsByStep(run), [sumOf(run)]]) {
        expect(parts.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE)).toEqual(run.usage);
        expect(parts.reduce((sum, part) => addCosts(sum, part.cost), NO_COST)).toEqual(run.cost);
      }
    }
  });
});
