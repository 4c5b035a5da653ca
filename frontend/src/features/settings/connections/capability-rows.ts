/** What is usual, and what is said beside it: the rows of the table of capabilities. Pure. */

import { isSaid, type Said } from "@/features/settings/connections/capability-text";

export interface CapabilityRow {
  readonly name: string;
  /** It is a number, such as the most tokens of an answer. */
  readonly isNumber: boolean;
  /** What holds unless somebody says otherwise here; undefined: no bound. */
  readonly usual: boolean | number | undefined;
  /** Whether the usual is what the whole connection says, not what is shipped. */
  readonly isOfConnection: boolean;
  readonly said: boolean | number | undefined;
}

const BOUNDS: readonly string[] = ["max_output_tokens"];

/** Every name that is known or said, the known ones first. `whole` is what the connection says, in the table of a model. */
export function rowsOf(known: readonly string[], usual: Readonly<Record<string, unknown>>, said: Said, whole: Said = {}): CapabilityRow[] {
  const names = new Set([...known, ...Object.keys(whole), ...Object.keys(said)]);
  return [...names].map((name) => {
    const isOfConnection = name in whole;
    const before = isOfConnection ? whole[name] : usual[name];
    const isNumber = BOUNDS.includes(name) || [before, said[name]].some((each) => typeof each === "number");
    // What nobody speaks of is taken to work.
    return { name, isNumber, isOfConnection, said: said[name], usual: isSaid(before) ? before : isNumber ? undefined : true };
  });
}

/** A bound as it is typed: nothing takes it back, and what is no number is not taken. */
export function boundIn(text: string): number | undefined {
  const digits = text.replaceAll(/\D/g, "").slice(0, 9);
  return digits === "" ? undefined : Number(digits);
}
