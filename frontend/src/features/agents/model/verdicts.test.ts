// @vitest-environment node
import { expect, it } from "vitest";

import { outcomesOf, sentenceOf, verdictsOf } from "@/features/agents/model/verdicts";

const RULES = [
  { allow: ["find_order", "list_orders"] },
  { deny: "issue_refund", when: { amount: "> 1000" } },
  { ask: "issue_refund", when: { amount: "> 50", currency: "EUR" } },
  { allow: "issue_refund", when: { amount: "<= 50" } },
];

it("a rule without tests settles it", () => {
  expect(sentenceOf(verdictsOf(RULES, "find_order", false))).toBe("allowed");
});

it("rules with tests are told in order, and what holds otherwise", () => {
  const verdicts = verdictsOf(RULES, "issue_refund", false);
  expect(sentenceOf(verdicts)).toBe(
    "denied if amount > 1000, asks if amount > 50 and currency is EUR, allowed if amount <= 50, otherwise asks",
  );
  expect(outcomesOf(verdicts)).toEqual(["deny", "ask", "allow"]);
});

it("without a rule reading is allowed and everything else asks", () => {
  expect(sentenceOf(verdictsOf([], "look", true))).toBe("allowed");
  expect(sentenceOf(verdictsOf(undefined, "send", false))).toBe("asks");
});

it("a rule about everything is about each tool", () => {
  expect(outcomesOf(verdictsOf([{ deny: "*" }, { allow: "send" }], "send", false))).toEqual(["deny"]);
});

it("what is no rule is passed over", () => {
  expect(outcomesOf(verdictsOf(["?", {}, { allow: 7 }, null], "send", false))).toEqual(["ask"]);
});
