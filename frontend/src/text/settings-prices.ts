/** Words of the prices. */

import { plural } from "@/text/plural";

export const prices = {
  tab: "Prices",
  about: "Money for a million tokens. A price holds from its day on, until the next one of the same model.",
  unknown: "A model without a price costs “unknown”, never nothing.",
  shippedHold: (date: string) => `Nobody has published prices here, so those that come with Baton hold, as of ${date}. Nobody vouches for them: check them against your bill.`,
  shippedBeside: (date: string) => `Prices that came with Baton are marked with their day, ${date}.`,
  startFrom: "Start from these",
  label: "Prices of models",
  columns: {
    provider: "Provider",
    model: "Model",
    from: "From day",
    currency: "Currency",
    input: "Input",
    cached: "Cached input",
    output: "Output",
  },
  cell: (column: string, row: number) => `${column} of price ${row}`,
  asInput: "as input",
  acts: "Acts",
  shippedHint: (date: string) => `As it came with Baton, as of ${date}`,
  add: "Add a price",
  remove: (model: string) => `Remove the price of ${model === "" ? "this model" : model}`,
  newDay: (model: string) => `Another price of ${model === "" ? "this model" : model} from a later day`,
  none: "No price yet",
  count: (count: number) => plural(count, "price", "prices"),
  find: "Find a model",
  noMatch: (text: string) => `No model is called “${text}”.`,
} as const;
