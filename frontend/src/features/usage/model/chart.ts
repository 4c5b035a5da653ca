/** The bars of the days, as shares of the height, and the lines that say how much that is. Pure. */

import { amountIn, onlyCurrency, tokensOf, type Measure, type Spent } from "@/features/spending/amounts";
import { daysOf, type Day } from "@/features/usage/model/period";
import type { UsageReport, UsageRow } from "@/features/usage/model/report";

export interface DayBar {
  readonly day: Day;
  readonly amount: number;
  /** From 0 to 1, of the highest line. */
  readonly height: number;
  /** Some of it is not known. */
  readonly incomplete: boolean;
}

export interface DayChart {
  readonly bars: readonly DayBar[];
  /** From the base up, the base left out. */
  readonly lines: readonly { readonly amount: number; readonly height: number }[];
  readonly most: DayBar | null;
}

const LINES = 3;

/** What can be compared: money only where there is one currency. */
export function measures(total: Spent): Measure[] {
  const currency = onlyCurrency(total.cost);
  return currency !== null && amountIn(total, total) > 0 ? ["cost", "tokens"] : ["tokens"];
}

export function chartOf(report: UsageReport, measure: Measure): DayChart {
  const rows = new Map(report.rows.map((row) => [row.day, row]));
  const days = daysOf({ from: report.from, to: report.to });
  const amounts = days.map((day) => amountOf(rows.get(day), report, measure));
  // Neither a token nor a nano comes in halves.
  const step = Math.ceil(roundStep(Math.max(0, ...amounts) / LINES));
  const top = step * LINES;
  const bars = days.map<DayBar>((day, index) => {
    const amount = amounts[index] ?? 0;
    return { day, amount, height: top === 0 ? 0 : amount / top, incomplete: isIncomplete(rows.get(day), measure) };
  });
  const most = bars.reduce<DayBar | null>((best, bar) => (bar.amount > (best?.amount ?? 0) ? bar : best), null);
  const lines = step === 0 ? [] : Array.from({ length: LINES }, (_, index) => ({ amount: step * (index + 1), height: (index + 1) / LINES }));
  return { bars, lines, most };
}

function amountOf(row: UsageRow | undefined, report: UsageReport, measure: Measure): number {
  if (row === undefined) return 0;
  return measure === "tokens" ? tokensOf(row.usage).all : (row.cost.amounts[onlyCurrency(report.total.cost) ?? ""] ?? 0);
}

function isIncomplete(row: UsageRow | undefined, measure: Measure): boolean {
  return row !== undefined && (measure === "tokens" ? row.usage.unknown : row.cost.unknown) > 0;
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number: short to say, and not far above. */
function roundStep(least: number): number {
  if (least <= 0) return 0;
  const zeros = 10 ** Math.floor(Math.log10(least));
  const factor = ROUND.find((each) => each * zeros >= least * (1 - 1e-9)) ?? 10;
  return factor * zeros;
}

/** Days whose name is written under their bar: the last one, and as many before it as there is room for. */
export function namedDays(bars: readonly DayBar[], most: number): ReadonlySet<Day> {
  const step = Math.max(1, Math.ceil(bars.length / most));
  return new Set(bars.filter((_, index) => (bars.length - 1 - index) % step === 0).map((bar) => bar.day));
}
