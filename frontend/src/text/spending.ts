/** The words for tokens and money, wherever they stand. */

import { number, plural } from "@/text/plural";

export const spending = {
  notKnown: "not known",
  costNotKnown: "Cost not known",
  nothing: "nothing",
  none: "–",
  atLeast: (amount: string) => `${amount}+`,
  unknownFor: (tries: number) => `Not known for ${plural(tries, "try", "tries")}`,
  together: (amounts: readonly string[]) => amounts.join(" + "),
  read: (fresh: number, cached: number) => (cached > 0 ? `${number(fresh)} fresh, ${number(cached)} cached` : `${number(fresh)} fresh`),
  written: (output: number, reasoning: number) =>
    reasoning > 0 ? `${number(output)}, of them ${number(reasoning)} reasoning` : number(output),
  exact: (fresh: number, cached: number, output: number, reasoning: number) =>
    `${number(fresh)} fresh and ${number(cached)} cached read, ${number(output)} written` +
    (reasoning > 0 ? `, of them ${number(reasoning)} reasoning` : ""),
  short: (fresh: number, cached: number, output: number) =>
    cached > 0 ? `${number(fresh)} fresh + ${number(cached)} cached in, ${number(output)} out` : `${number(fresh)} in, ${number(output)} out`,
  columns: {
    tries: "Tries",
    fresh: "Fresh",
    cached: "Cached",
    output: "Output",
    reasoning: "Reasoning",
    cost: "Cost",
    shareOfCost: "Share of cost",
    shareOfTokens: "Share of tokens",
  },
  freshHint: "Read anew: input without what came from the provider’s cache",
  cachedHint: "Read from the provider’s cache",
  outputHint: "Written, with reasoning",
  reasoningHint: "Of the output: thought, not shown",
  total: "Total",
  tries: (count: number) => plural(count, "try", "tries"),
  failed: (count: number) => `${number(count)} failed`,
  share: (percent: string) => `${percent} of it`,
  tokens: (count: number) => plural(count, "token", "tokens"),
  tokensUnknown: (tries: number) => `tokens of ${plural(tries, "try", "tries")} not known`,
  costOf: (tries: number) => `the cost of ${plural(tries, "try", "tries")}`,
  tokensOf: (tries: number) => `the tokens of ${plural(tries, "try", "tries")}`,
  why: {
    nobodySaid: "The provider did not say how many tokens it read and wrote.",
    noPrice: (model: string) => `${model} has no price here.`,
    scripted: "A script has no price: no real model was called.",
    prices: "Prices",
    model: "The model",
    some: "A try whose model has no price, or whose provider did not say how many tokens it used, has an unknown cost. It is never counted as zero.",
  },
} as const;
