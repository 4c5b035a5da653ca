/** The words of the page Usage. */

import { listed, number, plural } from "@/text/plural";
import { spending } from "@/text/spending";

export const usage = {
  title: "Usage",
  note: "what models used and cost",
  period: "Period",
  periods: { today: "Today", "7d": "7 days", "30d": "30 days", month: "This month", own: "Own" },
  show: (period: string) => `Show usage: ${period.toLowerCase()}`,
  from: "First day",
  to: "Last day",
  faults: {
    unread: "A day is missing.",
    order: "The first day is after the last one.",
    length: (days: number) => `At most ${number(days)} days at once.`,
  },
  zone: (zone: string) => `Days are those of ${zone}.`,
  span: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  by: "What the rows are about",
  tabs: { agent: "Agents", model: "Models", connection: "Connections", day: "Days" },
  showBy: (name: string) => `Show usage by ${name.toLowerCase()}`,
  about: { agent: "Agent", model: "Model", connection: "Connection", day: "Day" },
  table: { agent: "Usage by agent", model: "Usage by model", connection: "Usage by connection", day: "Usage by day" },
  download: "Download CSV",
  downloadLong: "Download usage as CSV",
  downloaded: (file: string) => `${file} downloaded`,
  nothingToDownload: "There is nothing to download.",
  again: "Read usage again",
  tries: (tries: number, failed: number) => (failed > 0 ? `${spending.tries(tries)}, ${spending.failed(failed)}` : spending.tries(tries)),
  runsOf: (agent: string) => `Runs of ${agent}`,
  gone: "no longer there",
  noConnection: "Not recorded",
  noConnectionDetail: "before connections were recorded",
  capped: (rows: number) => `The first ${plural(rows, "row", "rows")}; the total is of all.`,
  notCounted: (parts: readonly string[]) => `Not in the sums: ${listed(parts)}.`,
  failed: "Usage could not be read",
  forbidden: "You may not see usage here",
  forbiddenDetail: "Who may read runs sees what they used and cost.",
  empty: "Nothing was asked in these days",
  emptyDetail: "As soon as a run asks a model, its tokens and its cost are here.",
  longer: "Show 30 days",
  chart: {
    measure: "What the bars show",
    cost: "Cost",
    tokens: "Tokens",
    title: { cost: (currency: string) => `Cost by day, in ${currency}`, tokens: "Tokens by day" },
    sentence: (title: string, from: string, to: string, most: string, day: string, sum: string) =>
      `${title}, ${from} to ${to}: most on ${day} with ${most}, ${sum} in all. The days are also a table.`,
    day: (day: string, amount: string) => `${day}: ${amount}`,
    nothing: (day: string) => `${day}: nothing`,
    incomplete: "A dashed top: not all of that day is known.",
  },
} as const;

/** Heads of the columns of the file: for machines, so they are one word each. */
export const csvHeads = {
  day: ["day"],
  agent: ["agent_id", "agent"],
  model: ["provider", "model"],
  connection: ["connection_id", "connection"],
  tries: ["tries", "failed_tries"],
  tokens: ["fresh_input_tokens", "cached_input_tokens", "output_tokens", "reasoning_tokens", "tries_with_unknown_tokens"],
  cost: (currency: string) => `cost_${currency}`,
  unknown: "tries_with_unknown_cost",
  file: (from: string, to: string, by: string) => `usage-${from}-${to}-by-${by}.csv`,
} as const;
