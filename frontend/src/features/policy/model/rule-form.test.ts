import { describe, expect, it } from "vitest";

import type { JsonObject } from "@/live/json";
import { plain } from "@/text/phrase";

import { argumentsOfTools, choicesOfArgument, operatorsOf, typeOfArgument } from "./argument-types";
import { changesOf } from "./changed";
import { moved } from "./order";
import { newRule, newTest, readRules, writeRule, writeRules } from "./rule-form";
import { whenWords } from "./rule-words";

const POLICY: JsonObject = {
  rules: [
    { allow: ["find_order", "list_orders"], because: "Looking an order up changes nothing" },
    { deny: "issue_refund", when: { amount: "> 1000" }, because: "Never" },
    { ask: "issue_refund", when: { amount: "> 50 and <= 1000", reason: "in [late, broken]" }, grace: "6s", expires_after: "15m" },
    { ask: "*" },
  ],
};
const unknown = () => "unknown" as const;
const text = () => "text" as const;

describe("the rules as a form", () => {
  it("write what was read", () => {
    expect(writeRules(readRules(POLICY), unknown)).toEqual(POLICY);
  });

  it("keep what cannot be shown as fields", () => {
    const content: JsonObject = { rules: [{ ask: "x", when: { amount: "many", note: { deep: 1 } }, nonsense: 7 }, { allow: 5 }] };

    expect(writeRules(readRules(content), unknown).rules).toMatchObject([{ ask: "x", when: { amount: "many", note: { deep: 1 } }, nonsense: 7 }, {}]);
  });

  it("keep a rule that says two outcomes wrong until one is chosen", () => {
    const content: JsonObject = { rules: [{ allow: "x", deny: "y" }] };
    const rules = readRules(content);

    expect(writeRules(rules, unknown)).toEqual(content);
    expect(writeRules(rules.map((rule) => ({ ...rule, outcome: "deny" as const })), unknown)).toEqual({ rules: [{ deny: "x" }] });
  });

  it("never turn a text into a number, whether the tool is known or not", () => {
    const content: JsonObject = { rules: [{ ask: "x", when: { code: '= "1000"', zip: "in [\"007\", '8']" } }] };

    expect(writeRules(readRules(content), unknown)).toEqual({ rules: [{ ask: "x", when: { code: '= "1000"', zip: 'in ["007", "8"]' } }] });
    const typed = newRule({ tools: ["x"], tests: [newTest({ argument: "code", op: "=", value: "1000" })] });
    expect(writeRule(typed, text)).toEqual({ ask: "x", when: { code: '= "1000"' } });
    expect(writeRule(typed, unknown)).toEqual({ ask: "x", when: { code: "= 1000" } });
  });

  it("take a comma for a part of a value where each stands in a line of its own", () => {
    const rules = readRules({ rules: [{ deny: "x", when: { city: 'in ["Berlin, Mitte", Bonn]' } }] });

    expect(rules[0]?.tests[0]?.value).toBe("Berlin, Mitte\nBonn\n");
    expect(writeRules(rules, text)).toEqual({ rules: [{ deny: "x", when: { city: 'in ["Berlin, Mitte", Bonn]' } }] });
  });

  it("join several tests of one argument", () => {
    const tests = [newTest({ argument: "amount", op: ">", value: "50" }), newTest({ argument: "amount", op: "<=", value: "80" })];

    expect(writeRule(newRule({ outcome: "allow", tools: ["x"], tests }), () => "number")).toEqual({ allow: "x", when: { amount: "> 50 and <= 80" } });
  });

  it("say a grace only where they ask", () => {
    expect(writeRule(newRule({ outcome: "deny", tools: ["x"], grace: "6s" }), unknown)).toEqual({ deny: "x" });
  });

  it("are said in plain words", () => {
    const [, , ask] = readRules(POLICY);

    expect(plain(whenWords(ask ?? newRule()))).toBe("amount is over 50 and amount is at most 1000 and reason is one of late, broken");
  });
});

describe("what can be tested", () => {
  const schemas = new Map<string, JsonObject>([
    ["a", { properties: { amount: { type: "number" }, note: { type: "string", enum: ["x", "y"] } } }],
    ["b", { properties: { amount: { type: "integer" }, note: { type: "boolean" } } }],
    ["c", { properties: { other: {} } }],
  ]);

  it("are the arguments that all tools of the rule have", () => {
    expect(argumentsOfTools(schemas, ["a", "b"])).toEqual(["amount", "note"]);
    expect(argumentsOfTools(schemas, ["a", "c"])).toEqual([]);
    expect(argumentsOfTools(schemas, ["*"])).toEqual([]);
    expect(argumentsOfTools(schemas, ["gone"])).toEqual([]);
  });

  it("is typed by the schema", () => {
    expect([typeOfArgument(schemas, ["a", "b"], "amount"), typeOfArgument(schemas, ["a", "b"], "note"), typeOfArgument(schemas, ["c"], "other")]).toEqual([
      "number",
      "unknown",
      "unknown",
    ]);
    expect(choicesOfArgument(schemas, ["a"], "note")).toEqual(["x", "y"]);
    expect(operatorsOf("text")).not.toContain(">");
    expect(operatorsOf("number")).toContain(">");
  });
});

describe("changes against what is in force", () => {
  const rule = (tool: string, more: JsonObject = {}): JsonObject => ({ ask: tool, ...more });

  it("mark what is new, changed and moved, and nothing else", () => {
    const live = [rule("a"), rule("b"), rule("c", { grace: "6s" })];

    expect(changesOf(live, live)).toEqual([undefined, undefined, undefined]);
    expect(changesOf([rule("b"), rule("a"), rule("c", { grace: "6s" })], live).filter((each) => each === "moved")).toHaveLength(1);
    expect(changesOf([rule("a"), rule("new"), rule("b"), rule("c", { grace: "9s" })], live)).toEqual([undefined, "new", undefined, "changed"]);
    expect(changesOf([rule("a")], [])).toEqual(["new"]);
  });

  it("are made by moving", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 9)).toEqual(["b", "c", "a"]);
    expect(moved(["a"], 5, 0)).toEqual(["a"]);
  });
});
