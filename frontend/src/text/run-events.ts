/** The words of the Events tab, and what each kind of event says in one line. */

import { number, plural } from "@/text/plural";

export const events = {
  label: "Events of the run, in the order they happened",
  filter: "Filter events by words",
  kinds: "Kinds",
  allKinds: "All kinds",
  chosen: (count: number) => plural(count, "kind", "kinds"),
  kindsLabel: "Kinds of events to show",
  found: (count: number, of: number) => `${number(count)} of ${number(of)}`,
  looking: (done: number, of: number) => `${number(done)} of ${number(of)} looked through`,
  none: "No event says that",
  noneDetail: "Other words or more kinds may find it.",
  toEnd: "To the newest event",
  notRead: "not read yet",
  failed: "Some events could not be read. They are asked for again.",
  copyEvent: "event",
  copyLink: "link",
  next: "Next event",
  nextShort: "next event",
  previous: "Previous event",
  previousShort: "previous event",
  first: "First event",
  firstShort: "first event",
  last: "Newest event",
  lastShort: "newest event",
  toggle: "Open or close the event",
  toggleShort: "open or close the event",
  search: "Filter events",
  searchShort: "filter events",
  ofLaterVersion: "of a later version",
} as const;

/** Each says what is particular to the event; its kind stands before it. */
export const said = {
  asked: (model: string, provider: string) => `${model} at ${provider}`,
  tryFailed: (attempt: number, code: string, next: string) => `try ${number(attempt)}: ${code}${next === "" ? "" : `, then ${next}`}`,
  rung: (rung: string, problem: string) => (problem === "" ? `${rung}: held` : `${rung}: ${problem}`),
  read: (outcome: string, said: string) => (said === "" ? outcome : `${outcome}: ${said}`),
  replied: (reason: string, calls: number) => `${reason}, ${plural(calls, "call", "calls")}`,
  judged: (tool: string, outcome: string) => `${tool}: ${outcome}`,
  execution: (count: number) => `execution ${number(count)}`,
  revision: (count: number, sentence: string) => `card ${number(count)}: ${sentence}`,
  decided: (decision: string, who: string) => `${decision} by ${who}`,
  decidedWhy: (decision: string, who: string, why: string) => `${decision} by ${who}: ${why}`,
  result: (kind: string, content: string) => (content === "" ? kind : `${kind}: ${content}`),
  problem: (code: string, message: string) => `${code}: ${message}`,
  by: (who: string) => `by ${who}`,
} as const;
