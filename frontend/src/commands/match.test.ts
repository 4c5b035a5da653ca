// @vitest-environment node
import { describe, expect, it } from "vitest";

import { matchOf } from "@/commands/match";

describe("fuzzy search", () => {
  it.each([
    ["refund", "Refund desk", [[0, 6]]],
    ["desk", "Refund desk", [[7, 11]]],
    ["gtr", "Go to runs", [[0, 1], [3, 4], [6, 7]]],
    ["run canc", "Cancel run 7c41e9", [[0, 4], [7, 10]]],
    ["", "Anything", []],
  ])("%s in %s", (query, text, ranges) => {
    expect(matchOf(query, text)?.ranges).toEqual(ranges);
  });

  it.each([
    ["xyz", "Go to runs"],
    ["refund paris", "Refund desk"],
    ["oo", "Go to runs please"],
  ])("%s is not in %s", (query, text) => {
    expect(matchOf(query, text)).toBeUndefined();
  });

  it("prefers the start of the name to the start of a word, and that to the middle", () => {
    const [start, word, inside] = ["Cancel run", "Really cancel", "uncancelled"].map((text) => matchOf("cancel", text)?.score ?? 0);

    expect(start).toBeGreaterThan(word ?? 0);
    expect(word).toBeGreaterThan(inside ?? 0);
  });
});
