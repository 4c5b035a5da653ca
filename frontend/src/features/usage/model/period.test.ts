import { describe, expect, it } from "vitest";

import { daysOf, dayWords, faultOf, periodFrom, rangeOf, searchFrom, shortDayWords } from "@/features/usage/model/period";

describe("the days of a period", () => {
  it.each([
    ["today", "2026-11-30", "2026-11-30"],
    ["7d", "2026-11-24", "2026-11-30"],
    ["30d", "2026-11-01", "2026-11-30"],
    ["month", "2026-11-01", "2026-11-30"],
  ] as const)("%s begin on %s and end on %s", (name, from, to) => {
    expect(rangeOf({ name, own: null }, "2026-11-30")).toEqual({ from, to });
  });

  it("go over the ends of months and years, and over a change of the clocks", () => {
    expect(daysOf({ from: "2026-02-27", to: "2026-03-02" })).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(daysOf({ from: "2026-10-24", to: "2026-10-26" })).toHaveLength(3);
    expect(rangeOf({ name: "7d", own: null }, "2027-01-03").from).toBe("2026-12-28");
  });

  it("are said in words of the calendar, in whatever zone the reader is", () => {
    expect([dayWords("2026-11-30"), shortDayWords("2026-11-01")]).toEqual(["30 Nov 2026", "1 Nov"]);
  });
});

describe("a period in the address", () => {
  it.each([
    [{}, { name: "30d", own: null }],
    [{ period: "7d" }, { name: "7d", own: null }],
    [{ period: "own", from: "2026-11-02", to: "2026-11-05" }, { name: "own", own: { from: "2026-11-02", to: "2026-11-05" } }],
    [{ period: "own", from: "2026-11-09", to: "2026-11-05" }, { name: "30d", own: null }],
    [{ period: "own" }, { name: "30d", own: null }],
    [{ period: "for ever" }, { name: "30d", own: null }],
  ])("%j is read", (search, period) => {
    expect(periodFrom(search)).toEqual(period);
  });

  it("comes back as it was", () => {
    for (const search of [{}, { period: "month" }, { period: "own", from: "2026-11-02", to: "2026-11-05" }]) {
      expect(searchFrom(periodFrom(search))).toEqual(search);
    }
  });
});

it.each([
  ["2026-11-02", "2026-11-02", null],
  ["2026-11-03", "2026-11-02", "order"],
  ["", "2026-11-02", "unread"],
  ["0002-11-02", "2026-11-02", "unread"],
  ["2026-02-30", "2026-11-02", "unread"],
  ["2025-01-01", "2026-11-02", "length"],
])("from %s to %s: %s", (from, to, fault) => {
  expect(faultOf({ from, to })).toBe(fault);
});
