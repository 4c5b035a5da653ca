import { describe, expect, it } from "vitest";

import type { Json } from "@/live/json";

import { canBeWritten, readTests, writeTests } from "./argument-tests";

describe("a test as text", () => {
  it.each([
    ["> 50", "> 50"],
    ["> 50 and <= 1000", "> 50 and <= 1000"],
    ["= EUR", "= EUR"],
    ["in [DE, AT]", "in [DE, AT]"],
    ["not  in ['a b', 7]", 'not in ["a b", 7]'],
    ["exists", "exists"],
    ["missing", "missing"],
    ['= "1000"', '= "1000"'],
    ["= 007", '= "007"'],
    ["= true", "= true"],
    ["!= black and white", '!= "black and white"'],
    ["= 'say \"so\"'", "= 'say \"so\"'"],
    [[1, "b"], "in [1, b]"],
    [50, "= 50"],
    [false, "= false"],
    ["= -1.5e3", "= -1500"],
  ] as [Json, string][])("%j reads as %s", (written, text) => {
    const parts = readTests(written);

    expect(parts === undefined ? undefined : writeTests(parts)).toBe(text);
    expect(readTests(text)).toEqual(parts);
  });

  it.each(["", "50", "> EUR", "> [1]", "in DE", "in []", "= ", ">> 5", "> 5 or < 3", "exists and > 5", { a: 1 }, [[1]], null] as Json[])(
    "%j is none",
    (written) => {
      expect(readTests(written)).toBeUndefined();
    },
  );

  it("has no quotes left for a text with both kinds", () => {
    expect([canBeWritten(`it's "so"`), canBeWritten("it's so")]).toEqual([false, true]);
  });
});
