import { expect, it } from "vitest";

import { plain } from "@/text/phrase";

import { emphasise } from "./sentence";

function strongOf(sentence: string, args: Record<string, unknown>): string[] {
  const parts = emphasise(sentence, args);
  expect(plain(parts)).toBe(sentence);
  return parts.flatMap((part) => (typeof part === "object" && "strong" in part ? [part.strong] : []));
}

it("marks amounts with their currency, and names", () => {
  expect(
    strongOf("Refund EUR 240 to Maya Okafor for order NL-1042", { amount: 240, name: "Maya Okafor", order: "NL-1042" }),
  ).toEqual(["EUR 240", "Maya Okafor", "NL-1042"]);
});

it("marks whole values only: 24 is no part of 240, of 24.5 or of NL-24", () => {
  expect(strongOf("Refund 240 for NL-24 and 24.5, not 24.", { amount: 24 })).toEqual(["24"]);
});

it("takes no sign of a value for a pattern", () => {
  expect(strongOf("Look up a.c (x)* and abc", { words: "a.c (x)*" })).toEqual(["a.c (x)*"]);
});

it("leaves the sentence alone where no value stands in it", () => {
  expect(strongOf("Call issue_refund with 2 arguments", { amount: 240, note: "", list: ["a"] })).toEqual([]);
  expect(emphasise("", {})).toEqual([]);
});
