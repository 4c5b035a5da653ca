/** What attempts used and cost, as words and shares. Pure: the same for one run and for a whole project. */

import type { CostView, UsageView } from "@/live/fold/view";
import { money, moneyExact } from "@/text/money";
import { spending as words } from "@/text/spending";

export interface Tokens {
  readonly fresh: number;
  readonly cached: number;
  readonly output: number;
  /** A part of the output. */
  readonly reasoning: number;
  readonly all: number;
}

/** Cached input is a part of the input; who says that more was cached than read has not counted. */
export function tokensOf({ input, cached, output, reasoning }: UsageView): Tokens {
  return { fresh: Math.max(0, input - cached), cached, output, reasoning, all: input + output };
}

/** Nobody said anything: not one token is known. */
export function isUnknown(usage: UsageView): boolean {
  return usage.unknown > 0 && usage.input === 0 && usage.output === 0;
}

/** `312 fresh, 100 cached`. */
export function readWords(usage: UsageView): string {
  const { fresh, cached } = tokensOf(usage);
  return isUnknown(usage) ? words.notKnown : words.read(fresh, cached);
}

/** `18, of them 5 reasoning`. */
export function writtenWords(usage: UsageView): string {
  return isUnknown(usage) ? words.notKnown : words.written(usage.output, usage.reasoning);
}

/** Both in a few words. */
export function shortTokenWords(usage: UsageView): string {
  const { fresh, cached, output } = tokensOf(usage);
  return isUnknown(usage) ? words.notKnown : words.short(fresh, cached, output);
}

/** Every count, with what is not known. */
export function tokenHint(usage: UsageView): string {
  const { fresh, cached, output, reasoning } = tokensOf(usage);
  const exact = words.exact(fresh, cached, output, reasoning);
  return usage.unknown === 0 ? exact : `${exact}. ${words.unknownFor(usage.unknown)}`;
}

/** Nothing was used, so nothing is owed. */
export function isFree({ amounts, unknown }: CostView): boolean {
  return unknown === 0 && Object.keys(amounts).length === 0;
}

/** Something is owed, and nobody knows anything of how much. */
export function isCostUnknown({ amounts, unknown }: CostView): boolean {
  return unknown > 0 && Object.keys(amounts).length === 0;
}

/** `$0.041`; `$0.041+` where some of it is not known; each currency for itself. */
export function costWords(cost: CostView): string {
  return costIn(cost, money);
}

/** With every digit. */
export function exactCostWords(cost: CostView): string {
  return costIn(cost, moneyExact);
}

function costIn(cost: CostView, write: (currency: string, nano: number) => string): string {
  const amounts = amountsOf(cost).map(([currency, nano]) => write(currency, nano));
  if (amounts.length === 0) return cost.unknown > 0 ? words.notKnown : words.none;
  const sum = words.together(amounts);
  return cost.unknown > 0 ? words.atLeast(sum) : sum;
}

/** The exact amounts, with what is not known. */
export function costHint(cost: CostView): string | undefined {
  if (isFree(cost)) return undefined;
  const amounts = amountsOf(cost).map(([currency, nano]) => moneyExact(currency, nano));
  const unknown = cost.unknown > 0 ? [words.unknownFor(cost.unknown)] : [];
  return [...(amounts.length > 0 ? [words.together(amounts)] : []), ...unknown].join(". ");
}

/** In the order of the currencies' names. */
function amountsOf({ amounts }: CostView): (readonly [string, number])[] {
  return Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The one currency that everything has a price in; null where there are several or none. */
export function onlyCurrency({ amounts }: CostView): string | null {
  const [first, ...others] = Object.keys(amounts);
  return first !== undefined && others.length === 0 ? first : null;
}

export interface Spent {
  readonly usage: UsageView;
  readonly cost: CostView;
}

export type Measure = "cost" | "tokens";

/** What parts are compared by: money in one currency, else tokens. */
export function measureOf(total: Spent): Measure {
  const currency = onlyCurrency(total.cost);
  return currency !== null && (total.cost.amounts[currency] ?? 0) > 0 ? "cost" : "tokens";
}

/** From 0 to 1. */
export function shareOf(part: Spent, total: Spent): number {
  return ratio(amountIn(part, total), amountIn(total, total));
}

/** What is compared, as a number. */
export function amountIn(part: Spent, total: Spent): number {
  if (measureOf(total) === "tokens") return tokensOf(part.usage).all;
  return part.cost.amounts[onlyCurrency(total.cost) ?? ""] ?? 0;
}

function ratio(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole));
}

const percents = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
const smallPercents = new Intl.NumberFormat(undefined, { style: "percent", maximumSignificantDigits: 1 });

/** `64%`; what is less than one keeps a digit. */
export function shareWords(share: number): string {
  return share > 0 && share < 0.01 ? smallPercents.format(share) : percents.format(share);
}
