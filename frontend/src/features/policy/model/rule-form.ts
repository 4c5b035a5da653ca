/** The rules of a policy as rows of a form, and back to content. What the form has no field for is kept. Pure. */

import { type Json, type JsonObject } from "@/live/json";

import { recordOf, said, textOf, textsOf, without, type Content } from "../../tools/model/json";
import { plainValue, readTests, writeTests, type Operator, type TestPart, type Value } from "./argument-tests";

export const OUTCOMES = ["allow", "ask", "deny"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const ANY_TOOL = "*";

/** How the argument of a test is typed by its tool: a text is then never taken for a number. */
export type ArgumentType = "number" | "text" | "truth" | "unknown";

export interface TestRow {
  id: string;
  argument: string;
  op: Operator;
  /** As typed; several values stand in lines, or after commas. */
  value: string;
  /** What was read, so that what nobody changes stays what it is. */
  read?: { value: string; values: readonly Value[] };
}

export interface RuleRow {
  /** Of this row in this form: rules have no name of their own while they are written. */
  id: string;
  outcome: Outcome;
  tools: readonly string[];
  tests: readonly TestRow[];
  because: string;
  expires: string;
  within: string;
  grace: string;
  /** Tests that cannot be shown as fields, by argument, as they were written. */
  odd: JsonObject;
  rest: JsonObject;
}

const FIELDS = ["allow", "ask", "deny", "when", "because", "expires_after", "execute_within", "grace"];
let last = 0;

export function newTest(more: Partial<TestRow> = {}): TestRow {
  return { id: nextId("test"), argument: "", op: ">", value: "", ...more };
}

export function newRule(more: Partial<RuleRow> = {}): RuleRow {
  return {
    id: nextId("rule"),
    outcome: "ask",
    tools: [],
    tests: [],
    because: "",
    expires: "",
    within: "",
    grace: "",
    odd: {},
    rest: {},
    ...more,
  };
}

export function readRules(content: Content): RuleRow[] {
  const rules = Array.isArray(content.rules) ? (content.rules as readonly Json[]) : [];
  return rules.map((rule) => readRule(recordOf(rule)));
}

/** The rules as content; `typeOf` says how the argument of a rule's tools is typed. */
export function writeRules(rules: readonly RuleRow[], typeOf: TypeOf, rest: JsonObject = {}): Content {
  return { rules: rules.map((rule) => writeRule(rule, typeOf)), ...rest };
}

export type TypeOf = (tools: readonly string[], argument: string) => ArgumentType;

function readRule(rule: JsonObject): RuleRow {
  const outcome = OUTCOMES.find((each) => rule[each] !== undefined) ?? "ask";
  const tests: TestRow[] = [];
  const odd: Record<string, Json> = {};
  for (const [argument, written] of Object.entries(recordOf(rule.when))) {
    const parts = readTests(written);
    if (parts === undefined) odd[argument] = written;
    else tests.push(...parts.map((part) => readPart(argument, part)));
  }
  return newRule({
    outcome,
    tools: textsOf(rule[outcome]),
    tests,
    because: textOf(rule.because),
    expires: textOf(rule.expires_after),
    within: textOf(rule.execute_within),
    grace: textOf(rule.grace),
    odd,
    // A rule that says two outcomes is wrong, and stays so until a person says which one is meant.
    rest: without(rule, FIELDS.filter((field) => field === outcome || !OUTCOMES.some((other) => other === field))),
  });
}

function readPart(argument: string, { op, values }: TestPart): TestRow {
  const value = typedValues(values);
  return newTest({ argument, op, value, read: { value, values } });
}

export function writeRule(rule: RuleRow, typeOf: TypeOf): JsonObject {
  const tools = rule.tools.length === 1 ? (rule.tools[0] ?? "") : [...rule.tools];
  return {
    ...rule.rest,
    [rule.outcome]: tools,
    ...said({
      when: { ...writeWhen(rule, typeOf), ...rule.odd },
      because: rule.because.trim(),
      expires_after: rule.expires.trim(),
      execute_within: rule.within.trim(),
      grace: rule.outcome === "ask" ? rule.grace.trim() : "",
    }),
  };
}

function writeWhen(rule: RuleRow, typeOf: TypeOf): JsonObject {
  const byArgument = new Map<string, TestPart[]>();
  for (const test of rule.tests) {
    if (test.argument === "") continue;
    const part = { op: test.op, values: valuesOf(test, typeOf(rule.tools, test.argument)) };
    byArgument.set(test.argument, [...(byArgument.get(test.argument) ?? []), part]);
  }
  return Object.fromEntries([...byArgument].map(([argument, parts]) => [argument, writeTests(parts)]));
}

/** The values that a row stands for: typed by the argument, else as a definition would read them. */
export function valuesOf({ op, value, read }: TestRow, type: ArgumentType): readonly Value[] {
  if (op === "exists" || op === "missing") return [];
  if (read?.value === value && (type !== "text" || read.values.every((each) => typeof each === "string"))) return read.values;
  const texts = op === "in" || op === "not in" ? itemsOf(value) : [value.trim()];
  return texts.map((text) => (type === "text" ? text : plainValue(text)));
}

/** Where there is more than one line, a comma is part of a value. */
function itemsOf(text: string): string[] {
  return text.split(text.includes("\n") ? "\n" : ",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

function typedValues(values: readonly Value[]): string {
  const texts = values.map(String);
  return texts.some((text) => text.includes(",")) ? `${texts.join("\n")}\n` : texts.join(", ");
}

function nextId(kind: string): string {
  last += 1;
  return `${kind}-${last}`;
}
