/** What judging one call by hand is answered with, and how it marks the table. Pure. */

import type { Json, JsonObject } from "@/live/json";

import type { Outcome } from "./rule-form";

export interface TestJudged {
  readonly rule_index: number;
  readonly argument: string;
  /** As it is written: `> 50`. */
  readonly test: string;
  readonly value: Json;
  /** False: the argument is missing or of another type. */
  readonly testable: boolean;
  readonly passed: boolean;
}

export interface Judged {
  readonly outcome: Outcome;
  /** Its place in the content; null where no rule fits. */
  readonly rule_index: number | null;
  readonly text: string;
  readonly tests: readonly TestJudged[];
  readonly expires_after: string | null;
  readonly execute_within: string | null;
  readonly grace: string | null;
  readonly would_ask: readonly { readonly id: string; readonly name: string }[];
}

/** Who could decide, by name. */
export function askedNames({ would_ask }: Judged): string[] {
  return would_ask.map(({ name }) => name);
}

/** The tests by the rule they belong to, from the top. */
export function testsByRule(judged: Judged): { place: number; tests: TestJudged[] }[] {
  const places = [...new Set(judged.tests.map(({ rule_index }) => rule_index))].toSorted((left, right) => left - right);
  return places.map((place) => ({ place, tests: judged.tests.filter(({ rule_index }) => rule_index === place) }));
}

/** Whether the value was given at all. */
export function isGiven(test: TestJudged, values: JsonObject): boolean {
  return test.argument in values;
}
