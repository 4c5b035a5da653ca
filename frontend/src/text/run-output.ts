/** The words of a structured answer: how it was read, and why it was refused. */

import { strong, type Phrase } from "@/text/phrase";
import { number, plural } from "@/text/plural";

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

export const output = {
  title: "How the answer was read",
  reading: "It is being read.",
  accepted: "Accepted as JSON that fits the schema of the agent.",
  refused: (attempt: number) => (attempt > 1 ? `Refused, for the ${ordinal(attempt)} time in a row.` : "Refused."),
  told: "The model was told",
  ways: "Ways of reading, in order",
  held: "it could be read",
  fits: "it fits",
  value: "The answer",
  valueName: "answer",
  around: "There were words around it; they were left out.",
  coerced: (count: number) => `${plural(count, "text was", "texts were")} read as what the schema wants there:`,
  rungs: {
    strict: "Exactly as JSON",
    bom: "Without hidden signs at its edges",
    thinking: "Without the thinking before it",
    fence: "Out of its code fence",
    prose: "Out of the words around it",
    tolerant: "As a guess at what it means",
    contract: "Against the schema",
  } as Readonly<Record<string, string>>,
  problems: {
    truncated: "it was cut off before its end",
    refused: "it was declined",
    too_large: "it is too large",
    empty_output: "it is empty",
    too_deep: "it is nested too deeply",
    duplicate_key: "it has a key twice",
    non_finite_number: "it has a number that JSON does not have",
    multiple_objects: "it has several objects",
    not_json: "it is not one JSON object",
    neither_shape: "it is no JSON object",
    wrong_type: "a value in it is of the wrong type",
    schema_mismatch: "it does not fit the schema",
  } as Readonly<Record<string, string>>,
} as const;

export const outputSaid = {
  askedAgain: (model: string, why: string): Phrase => ["The answer of ", strong(model), ` was refused: ${why}; Baton asked again`],
  asksAgain: (model: string, why: string): Phrase => ["The answer of ", strong(model), ` was refused: ${why}; Baton asks again`],
  gaveUp: (model: string, why: string, answers: number): Phrase => [
    "The answer of ", strong(model), ` was refused: ${why}; Baton gave up after ${plural(answers, "answer", "answers")}`,
  ],
  told: (message: string) => `The model was told: ${message}`,
} as const;

function ordinal(count: number): string {
  const ends: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
  return `${number(count)}${ends[ordinals.select(count)] ?? "th"}`;
}
