/** A rule in the words of the table: what it is about, when it fits, and until when. Pure. */

import { rule as words } from "@/text/policy";
import { code, type Part, type Phrase } from "@/text/phrase";

import { ANY_TOOL, type RuleRow, type TestRow } from "./rule-form";

/** "amount is over 50 and currency is EUR". */
export function whenWords(rule: RuleRow): Phrase {
  const tests = rule.tests.map(testWords);
  const odd = Object.entries(rule.odd).map(([argument, written]): Phrase => [code(argument), ` ${JSON.stringify(written)}`]);
  return joined([...tests, ...odd], words.and);
}

export function testWords(test: TestRow): Phrase {
  const argument = code(test.argument === "" ? words.someArgument : test.argument);
  const op = words.op[test.op];
  return test.op === "exists" || test.op === "missing" ? [argument, ` ${op}`] : [argument, ` ${op} `, code(test.value === "" ? "…" : test.value)];
}

export function isAnyTool(rule: RuleRow): boolean {
  return rule.tools.includes(ANY_TOOL);
}

function joined(phrases: readonly Phrase[], between: string): Phrase {
  const parts: Part[] = [];
  phrases.forEach((phrase, index) => {
    if (index > 0) parts.push(between);
    parts.push(...phrase);
  });
  return parts;
}
