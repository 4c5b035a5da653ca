/** The words of a run that a team does: its plan, who works on what, what reviewers said. */

import { strong, type Part, type Phrase } from "@/text/phrase";
import { listed, number, plural } from "@/text/plural";

export const teamSaid = {
  /** A plan whose only task is what was asked. */
  request: "the request",
  title: (title: string): Part => strong(`“${title}”`),
  planned: (who: string, tasks: number): Phrase => [strong(who), " made a plan of ", plural(tasks, "task", "tasks")],
  stored: (tasks: number): Phrase => ["The stored plan has ", plural(tasks, "task", "tasks")],
  isRequest: ["The request is the one task"] as Phrase,
  after: (titles: readonly string[]) => (titles.length === 0 ? "" : `after ${listed(titles)}`),
  begins: {
    plan: (who: string): Phrase => [strong(who), " plans"],
    execute: (who: string, what: Part): Phrase => [strong(who), " works on ", what],
    review: (who: string, what: Part): Phrase => [strong(who), " reviews ", what],
    revise: (who: string, what: Part): Phrase => [strong(who), " revises ", what],
    compose: (who: string): Phrase => [strong(who), " writes the answer"],
    other: (who: string): Phrase => [strong(who), " begins"],
  },
  round: (round: number) => `Round ${number(round)}.`,
  handedIn: (who: string, what: Part): Phrase => [strong(who), " handed in ", what],
  revised: (who: string, what: Part): Phrase => [strong(who), " handed in a revision of ", what],
  composed: (who: string): Phrase => [strong(who), " wrote the answer"],
  content: (who: string, what: Part): Phrase => [strong(who), " is content with ", what],
  asksMore: (who: string, what: Part): Phrase => [strong(who), " asks for more work on ", what],
  scores: (scores: readonly string[]) => `Scores: ${listed(scores)}.`,
  score: (name: string, score: string) => `${name} ${score}`,
  below: (names: readonly string[]) => `Below what is asked for: ${listed(names)}.`,
  planFailed: (who: string): Phrase => [strong(who), " made no plan that works"],
  notComposed: (who: string): Phrase => [strong(who), " did not write the answer"],
  notDone: (who: string, what: Part): Phrase => [strong(who), " did not get ", what, " done"],
  notReviewed: (who: string, what: Part): Phrase => [strong(who), " gave no verdict on ", what],
  done: (what: Part, why: string): Phrase => [what, ` is done${why === "" ? "" : `: ${why}`}`],
  failed: (what: Part): Phrase => [what, " failed"],
  skipped: (what: Part): Phrase => [what, " is left out"],
  unreviewed: "Its last revision was not reviewed.",
} as const;

/** Why the review of a task ended, as the end of a sentence. */
export const endReasons: Readonly<Record<string, string>> = {
  approved: "it was approved",
  max_reviews_reached: "it was reviewed as often as it may be",
  no_reviewer: "there is nobody to review it",
  not_wanted: "no review is wanted",
  failed: "no review of it could be read",
};

export const teamNext = {
  plan: "Then: the plan is checked, and its first tasks begin",
  waiting: (titles: readonly string[]): string =>
    `Then: ${listed(titles)} ${titles.length === 1 ? "begins" : "begin"} once what ${titles.length === 1 ? "it needs" : "they need"} is done`,
  last: "Then: the last tasks end, and the answer is made of their results",
  compose: "Then: what is written is the answer of the run",
} as const;

export const teamSentence = {
  does: (phrase: Phrase): Phrase => [...phrase, "."],
  many: (who: readonly string[], tasks: number): Phrase => [strong(listed(who)), ` are at work, on ${plural(tasks, "task", "tasks")}.`],
  oneOfMany: (who: string, tasks: number): Phrase => [strong(who), ` is at work, on ${plural(tasks, "task", "tasks")} at once.`],
  completed: (team: string, done: number, of: number): Phrase => [
    strong(team), " answered, with ", done === of ? plural(of, "task", "tasks") : `${number(done)} of ${plural(of, "task", "tasks")}`, " done.",
  ],
} as const;

/** What a task of a run is, beside its agent's name in the waterfall. */
export function taskNote(kind: string, title: string): string {
  const notes: Readonly<Record<string, string>> = {
    plan: "plans",
    execute: `works on ${title}`,
    review: `reviews ${title}`,
    revise: `revises ${title}`,
    compose: "writes the answer",
  };
  return notes[kind] ?? "";
}

export const quotedTitle = (title: string) => `“${title}”`;
