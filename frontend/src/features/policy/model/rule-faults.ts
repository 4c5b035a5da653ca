/** What the form itself sees wrong with a rule; the check of the server sees the rest. Pure. */

import { canBeWritten } from "./argument-tests";
import { valuesOf, type ArgumentType, type RuleRow, type TestRow } from "./rule-form";

export type TestFault = "no_argument" | "no_value" | "not_number" | "quotes" | "alone";

const ORDERING: readonly string[] = [">", ">=", "<", "<="];
const DURATION = /^[1-9][0-9]{0,8}[smhd]$/;

export function faultOfTest(test: TestRow, rule: RuleRow, type: ArgumentType): TestFault | undefined {
  const isBare = test.op === "exists" || test.op === "missing";
  if (test.argument === "") return "no_argument";
  if (isBare) return rule.tests.some((each) => each.id !== test.id && each.argument === test.argument) ? "alone" : undefined;
  const values = valuesOf(test, type);
  if (test.value.trim() === "" || values.length === 0) return "no_value";
  if (ORDERING.includes(test.op) && typeof values[0] !== "number") return "not_number";
  return values.every(canBeWritten) ? undefined : "quotes";
}

/** Empty means the usual time. */
export function isTime(text: string): boolean {
  return text.trim() === "" || DURATION.test(text.trim());
}
