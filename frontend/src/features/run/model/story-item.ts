/** One entry of the story: a full sentence, and under it what belongs to it. */

import type { NextTry } from "@/features/run/model/tries";
import type { ApprovalView } from "@/live/fold/view";
import type { Text } from "@/live/fold/text";
import type { Phrase } from "@/text/phrase";
import type { Tone } from "@/ui/status-look";

export type StoryIcon = "person" | "agent" | "model" | "read" | "tool" | "hand" | "plan" | "review" | "done" | "end" | "cancel" | "next";

/** Whose words a quoted text is: it is shown as text, and as theirs. */
export type Speaker = "person" | "model" | "tool";

export interface Quote {
  readonly speaker: Speaker;
  readonly text: Text;
  /** Shown in full, as the input and the answer are; else its beginning. */
  readonly long: boolean;
  /** Written for a machine. */
  readonly json?: boolean;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  /** The call it is about. */
  readonly call: string | null;
  /** Baton went on by itself: nobody needs to do anything about it. */
  readonly mended?: boolean;
}

export interface ListLine {
  readonly name: string;
  readonly note: string;
}

export interface StoryItem {
  readonly key: string;
  /** What `?step=` selects: a model call, a tool call or an approval. */
  readonly step: string | null;
  /** The task of the plan that it is about, where it has no step to show: the Plan tab shows that. */
  readonly item: string | null;
  readonly at: string | null;
  readonly icon: StoryIcon;
  /** Who acted: the person whose initials stand for the icon. */
  readonly person: { readonly name: string; readonly isKey: boolean } | null;
  /** Null: it went well, which needs no shape. */
  readonly tone: Tone | null;
  readonly sentence: Phrase;
  readonly quotes: readonly Quote[];
  /** The tasks of a plan, each with what it waits for. */
  readonly list: readonly ListLine[];
  readonly facts: readonly string[];
  /** The card that waits for a person. */
  readonly wait: ApprovalView | null;
  readonly problem: Problem | null;
  /** The model call whose words may arrive now, and what it is called once they do. */
  readonly writing: { readonly step: string; readonly sentence: Phrase } | null;
  /** The try that follows, and when it begins. */
  readonly nextTry: NextTry | null;
  /** Goes on: a later entry says how it ended. */
  readonly open: boolean;
  readonly later: boolean;
}

/** An entry with nothing but what is given. */
export function item(given: Partial<StoryItem> & Pick<StoryItem, "key" | "sentence">): StoryItem {
  return {
    step: null,
    item: null,
    at: null,
    icon: "agent",
    person: null,
    tone: null,
    quotes: [],
    list: [],
    facts: [],
    wait: null,
    problem: null,
    writing: null,
    nextTry: null,
    open: false,
    later: false,
    ...given,
  };
}

export function isEmptyText(text: Text): boolean {
  return typeof text === "string" && text.trim() === "";
}
