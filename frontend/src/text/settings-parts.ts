/** Words of the single parts of the settings. */

import { number } from "@/text/plural";

export const variables = {
  about: "Values that tools name in braces, such as {SHOP_URL}. They are no secrets: everybody in the project reads them.",
  new: "New variable",
  none: "No variable yet",
  noneDetail: "A tool that calls {SHOP_URL}/orders needs a variable SHOP_URL. Each project has its own, so the same tool works in all of them.",
  name: "Name",
  value: "Value",
  valueHelp: "Runs that start from now on use it",
  usedBy: "Used by",
  needName: "Name it.",
  needValue: "Give it a value.",
  badName: (name: string, suggestion: string) => `“${name}” is not a name. Write ${suggestion}.`,
  tooLong: (most: number) => `A value has at most ${number(most)} characters.`,
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeDetail: "No tool names it. Versions of tools that were published before may: they would fail when they are called.",
} as const;
