/** What the live policy says of a tool, before any call: its rules from the top, then what holds without one. Pure. */

import { asList, asRecord, asText } from "@/features/studio/model/read";
import { verdict as words } from "@/text/agents";

export type Outcome = "allow" | "ask" | "deny";

export interface Verdict {
  readonly outcome: Outcome;
  /** When, in words; "" for always. */
  readonly when: string;
}

const OUTCOMES: readonly Outcome[] = ["allow", "ask", "deny"];

/** In the order in which they are tried; the last one holds for everything that is left. */
export function verdictsOf(rules: unknown, tool: string, isReadOnly: boolean): Verdict[] {
  const found: Verdict[] = [];
  for (const rule of asList(rules).map(asRecord)) {
    const outcome = OUTCOMES.find((each) => rule[each] !== undefined);
    if (outcome === undefined || !isAbout(rule[outcome], tool)) continue;
    const when = whenWords(rule.when);
    found.push({ outcome, when });
    if (when === "") return found;
  }
  return [...found, { outcome: isReadOnly ? "allow" : "ask", when: "" }];
}

/** One short word or two: the outcomes there are, in order. */
export function outcomesOf(verdicts: readonly Verdict[]): Outcome[] {
  return [...new Set(verdicts.map((verdict) => verdict.outcome))];
}

/** All of it: "denied if amount > 1000, asks if amount > 50, otherwise allowed". */
export function sentenceOf(verdicts: readonly Verdict[]): string {
  const say = { allow: words.allowIf, ask: words.askIf, deny: words.denyIf };
  return verdicts
    .map(({ outcome, when }, index) => (when !== "" ? say[outcome](when) : index === 0 ? words[outcome] : words.otherwise(words[outcome])))
    .join(words.join);
}

function isAbout(about: unknown, tool: string): boolean {
  const names = Array.isArray(about) ? about.map(asText) : [asText(about)];
  return names.includes("*") || names.includes(tool);
}

function whenWords(when: unknown): string {
  return Object.entries(asRecord(when))
    .map(([argument, test]) => (typeof test === "string" && /^(<|>|=|!|in |exists|missing|not )/.test(test) ? words.test(argument, test) : words.is(argument, spelled(test))))
    .join(words.and);
}

function spelled(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
