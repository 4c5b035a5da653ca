/** The words of the tab Cost of one run. */

import { number, plural } from "@/text/plural";

export const runCost = {
  label: "Cost of the run",
  empty: "Nothing was asked yet",
  emptyDetail: "What each model call used and cost is shown here as soon as a model is asked.",
  byAgent: "By agent",
  agent: "Agent",
  byModel: "By model",
  byStep: "By model call",
  model: "Model",
  step: "Model call",
  callOf: (agent: string, model: string) => `${agent}, ${model}`,
  stepName: (step: number) => `Call ${number(step)}`,
  answers: "answers",
  failed: "gave no reply",
  open: "is asked",
  and: (first: string, others: number) => (others === 0 ? first : `${first} and ${number(others)} more`),
  of: (model: string, provider: string) => `${model} at ${provider}`,
  calls: (count: number) => plural(count, "model call", "model calls"),
  lost: (tries: number, cost: string) => `${plural(tries, "try", "tries")} gave no reply and cost ${cost} all the same.`,
  lostUnknown: (tries: number) => `${plural(tries, "try", "tries")} gave no reply and may have cost something all the same.`,
} as const;
