// @vitest-environment node
import { expect, it } from "vitest";

import { canBeSearched, searchableWords } from "@/api/search-words";

const TEN = "a b c d e f g h i j";

it.each([
  ["", ""],
  [" torn  seam ", "torn  seam"],
  [TEN, TEN],
  [`${TEN} k l`, TEN],
  ["\u{1f9e5}".repeat(200), "\u{1f9e5}".repeat(200)],
  ["\u{1f9e5}".repeat(201), "\u{1f9e5}".repeat(200)],
  [`${"a".repeat(120)} ${"b".repeat(120)}`, "a".repeat(120)],
])("of %j the server is asked for %j", (text, asked) => {
  expect(searchableWords(text)).toBe(asked);
  expect(canBeSearched(asked)).toBe(true);
  expect(canBeSearched(text)).toBe(text.trim() === asked);
});
