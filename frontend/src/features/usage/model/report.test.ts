import { describe, expect, it } from "vitest";

import { chartOf, measures, namedDays } from "@/features/usage/model/chart";
import { byFrom, csvOf, keyOf, plainMoney } from "@/features/usage/model/report";
import { report, row } from "@/features/usage/testing";

describe("the file", () => {
  it("has a column for each currency, plain numbers and names that are no formulas", () => {
    const rows = [
      row({ agent: { id: "a", name: "refund-desk" }, failed: 1, usage: { input: 312, cached: 100, output: 18, reasoning: 5, unknown: 1 } }),
      row({ agent: { id: "b", name: '=HYPERLINK("x"), y' }, cost: { amounts: { EUR: 46_800 }, unknown: 1 } }),
      row({ agent: { id: "c", name: null }, dollars: null }),
    ];
    expect(csvOf(report("agent", rows), "agent")).toEqual({
      name: "usage-2026-11-01-2026-11-30-by-agent.csv",
      text: [
        "agent_id,agent,tries,failed_tries,fresh_input_tokens,cached_input_tokens,output_tokens,reasoning_tokens,tries_with_unknown_tokens,cost_EUR,cost_USD,tries_with_unknown_cost",
        "a,refund-desk,2,1,212,100,18,5,1,0,0.5,0",
        `b,"'=HYPERLINK(""x""), y",2,0,100,0,0,0,0,0.0000468,0,1`,
        "c,,2,0,100,0,0,0,0,0,0,2",
        "",
      ].join("\r\n"),
    });
  });

  it.each([
    ["day", row({ day: "2026-11-02" }), "2026-11-02,2,"],
    ["model", row({ model: { provider: "openai_chat", name: "nord-1" } }), "openai_chat,nord-1,2,"],
    ["connection", row(), ",,2,"],
  ] as const)("by %s names what a row is about", (by, one, beginning) => {
    expect(csvOf(report(by, [one]), by).text.split("\r\n")[1]?.startsWith(beginning)).toBe(true);
  });

  it.each([
    [0, "0"],
    [1, "0.000000001"],
    [1_240_000_000_000, "1240"],
    [1_500_000_000, "1.5"],
  ])("%i nano are %s", (nano, text) => {
    expect(plainMoney(nano)).toBe(text);
  });
});

describe("the bars", () => {
  const days = [row({ day: "2026-11-02", dollars: 0.4 }), row({ day: "2026-11-04", dollars: 1.3, tokens: 10 }), row({ day: "2026-11-05", dollars: null })];

  it("have a place for every day, and lines at round amounts above the highest", () => {
    const { bars, lines, most } = chartOf(report("day", days), "cost");

    expect(bars).toHaveLength(30);
    expect(bars.filter((bar) => bar.amount > 0).map((bar) => bar.day)).toEqual(["2026-11-02", "2026-11-04"]);
    expect(lines.map((line) => line.amount / 1e9)).toEqual([0.5, 1, 1.5]);
    expect(most).toMatchObject({ day: "2026-11-04", height: 1.3 / 1.5 });
    expect(bars.filter((bar) => bar.incomplete).map((bar) => bar.day)).toEqual(["2026-11-05"]);
  });

  it("show tokens where money cannot be compared", () => {
    expect(measures(report("day", days).total)).toEqual(["cost", "tokens"]);
    expect(measures(report("day", [...days, row({ cost: { amounts: { EUR: 1 }, unknown: 0 } })]).total)).toEqual(["tokens"]);
    expect(chartOf(report("day", days), "tokens").most?.day).toBe("2026-11-02");
  });

  it("are nothing where nothing was used", () => {
    const { bars, lines, most } = chartOf(report("day", []), "tokens");

    expect([bars.every((bar) => bar.height === 0), lines, most]).toEqual([true, [], null]);
  });

  it("name the last day and as many as there is room for", () => {
    const { bars } = chartOf(report("day", days), "cost");

    expect([...namedDays(bars, 4)]).toEqual(["2026-11-06", "2026-11-14", "2026-11-22", "2026-11-30"]);
    expect(namedDays(bars, 100).size).toBe(30);
  });
});

it("rows have keys of their own, and an address that means nothing is by agent", () => {
  expect([row({ day: "2026-11-02" }), row(), row({ model: { provider: "a", name: "b" } })].map(keyOf)).toEqual(["2026-11-02", "none", '["a","b"]']);
  expect([byFrom({}), byFrom({ by: "x" }), byFrom({ by: "day" })]).toEqual(["agent", "agent", "day"]);
});
