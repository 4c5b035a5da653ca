/** Reports as the server answers them, for tests. */

import type { UsageReport, UsageRow } from "@/features/usage/model/report";

const USD = 1_000_000_000;

export function row(change: Partial<UsageRow> & { tokens?: number; dollars?: number | null } = {}): UsageRow {
  const { tokens = 100, dollars = 0.5, ...rest } = change;
  return {
    attempts: 2,
    failed: 0,
    usage: { input: tokens, cached: 0, output: 0, reasoning: 0, unknown: 0 },
    cost: dollars === null ? { amounts: {}, unknown: 2 } : { amounts: { USD: Math.round(dollars * USD) }, unknown: 0 },
    day: null,
    agent: null,
    model: null,
    connection: null,
    ...rest,
  };
}

export function report(by: UsageReport["by"], rows: readonly UsageRow[], change: Partial<UsageReport> = {}): UsageReport {
  const amounts: Record<string, number> = {};
  for (const { cost } of rows) for (const [currency, nano] of Object.entries(cost.amounts)) amounts[currency] = (amounts[currency] ?? 0) + nano;
  const sum = (of: (each: UsageRow) => number) => rows.reduce((all, each) => all + of(each), 0);
  return {
    from: "2026-11-01",
    to: "2026-11-30",
    time_zone: "Europe/Berlin",
    by,
    rows: [...rows],
    rows_are_capped: false,
    total: {
      attempts: sum((each) => each.attempts),
      failed: sum((each) => each.failed),
      usage: {
        input: sum((each) => each.usage.input),
        cached: sum((each) => each.usage.cached),
        output: sum((each) => each.usage.output),
        reasoning: sum((each) => each.usage.reasoning),
        unknown: sum((each) => each.usage.unknown),
      },
      cost: { amounts, unknown: sum((each) => each.cost.unknown) },
    },
    ...change,
  };
}
