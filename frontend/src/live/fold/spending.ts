import type { JsonObject } from "../json";
import { integer, maybeInteger, text } from "./read";
import type { CostView, UsageView } from "./view";

/**
 * Adding up what the attempts of a run used and cost. Unknown is counted beside the sums and never added as
 * zero, and currencies are never added to each other.
 */

/** Of one attempt, from its event. */
export function readUsage(usage: JsonObject): UsageView {
  const input = maybeInteger(usage, "input");
  const output = maybeInteger(usage, "output");
  return {
    input: input ?? 0,
    cached: maybeInteger(usage, "cached") ?? 0,
    output: output ?? 0,
    reasoning: maybeInteger(usage, "reasoning") ?? 0,
    unknown: input === null || output === null ? 1 : 0,
  };
}

/** Of one attempt that used something, from its event. */
export function readCost(cost: JsonObject | null): CostView {
  if (cost === null) return { amounts: {}, unknown: 1 };
  return { amounts: { [text(cost, "currency")]: integer(cost, "nano") }, unknown: 0 };
}

/** The sum; null adds nothing. */
export function addUsage(left: UsageView, right: UsageView | null): UsageView {
  if (right === null) return left;
  return {
    input: left.input + right.input,
    cached: left.cached + right.cached,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
    unknown: left.unknown + right.unknown,
  };
}

/** The sum by currency. An amount with which it would grow beyond every number of JSON is unknown. */
export function addCosts(left: CostView, right: CostView): CostView {
  const amounts: Record<string, number> = { ...left.amounts };
  let unknown = left.unknown + right.unknown;
  for (const [currency, nano] of Object.entries(right.amounts)) {
    const together = (amounts[currency] ?? 0) + nano;
    if (together > Number.MAX_SAFE_INTEGER) unknown += 1;
    else amounts[currency] = together;
  }
  return { amounts, unknown };
}
