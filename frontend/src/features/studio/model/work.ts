/** What is being edited: form and text of one object, what was saved, and what is wrong. Pure. */

import { withField } from "@/features/studio/model/pointer";
import type { Checked, Content, DraftShown, Problem } from "@/features/studio/model/shapes";

export interface Work {
  /** What the form shows: the newest content that could be read. */
  readonly content: Content;
  readonly text: string;
  /** The side that was written on last; it is what is checked and saved. */
  readonly writer: "form" | "text";
  /** Counts the edits, so that an answer is known to belong to the newest one. */
  readonly edit: number;
  /** The edit that is stored. */
  readonly saved: number;
  /** The edit that both sides and the problems belong to. */
  readonly checked: number;
  /** Whether the text could be read: while not, the form shows what was there before. */
  readonly readable: boolean;
  readonly problems: readonly Problem[];
  /** The draft's revision that was seen; 0 while there is none. */
  readonly revision: number;
  /** The live version that was seen. What is not saved still belongs to it when another one comes to be live. */
  readonly base: number | null;
}

export interface Start extends Checked {
  readonly revision: number;
  readonly base: number | null;
}

export type Act =
  | { readonly do: "start"; readonly from: Start }
  | { readonly do: "seen"; readonly from: Start }
  | { readonly do: "form"; readonly content: Content }
  | { readonly do: "field"; readonly field: string; readonly value: unknown }
  | { readonly do: "text"; readonly text: string }
  | { readonly do: "checked"; readonly edit: number; readonly answer: Checked }
  | { readonly do: "saved"; readonly edit: number; readonly draft: DraftShown };

export const NOTHING: Work = {
  content: {},
  text: "",
  writer: "form",
  edit: 0,
  saved: 0,
  checked: 0,
  readable: true,
  problems: [],
  revision: 0,
  base: null,
};

/** The work after an act. */
export function work(now: Work, act: Act): Work {
  switch (act.do) {
    case "start":
      return begun(act.from, now.edit);
    case "seen":
      return isUnsaved(now) || isSeen(now, act.from) ? now : begun(act.from, now.edit);
    case "form":
      return formed(now, act.content);
    case "field":
      return formed(now, withField(now.content, act.field, act.value));
    case "text":
      return act.text === now.text ? now : { ...now, text: act.text, writer: "text", edit: now.edit + 1 };
    case "checked":
      return act.edit === now.edit ? checked(now, act.answer) : now;
    case "saved":
      return stored(now, act.edit, act.draft);
  }
}

export function isUnsaved(now: Work): boolean {
  return now.edit !== now.saved;
}

export function isChecking(now: Work): boolean {
  return now.edit !== now.checked;
}

/** What is sent to be checked or saved: the side that was written on. */
export function bodyOf(now: Work): { content: Content } | { text: string } {
  return now.writer === "form" ? { content: now.content } : { text: now.text };
}

function isSeen(now: Work, from: Start): boolean {
  return from.revision === now.revision && from.text === now.text && from.base === now.base;
}

function begun(from: Start, edit: number): Work {
  return {
    content: from.content ?? {},
    text: from.text,
    writer: from.content === null && from.text !== "" ? "text" : "form",
    edit,
    saved: edit,
    checked: edit,
    readable: from.content !== null || from.text === "",
    problems: from.problems,
    revision: from.revision,
    base: from.base,
  };
}

function formed(now: Work, content: Content): Work {
  return { ...now, content, writer: "form", readable: true, edit: now.edit + 1 };
}

/** The side that was not written on follows. What a person writes is never changed under their hands. */
function checked(now: Work, answer: Checked): Work {
  return {
    ...now,
    content: now.writer === "form" ? now.content : (answer.content ?? now.content),
    text: now.writer === "text" ? now.text : answer.text,
    readable: answer.content !== null,
    problems: answer.problems,
    checked: now.edit,
  };
}

function stored(now: Work, edit: number, draft: DraftShown): Work {
  const next = { ...now, saved: edit, revision: draft.revision, base: draft.base_number };
  if (edit !== now.edit) return next;
  return {
    ...next,
    content: draft.content ?? now.content,
    text: draft.text,
    readable: draft.content !== null,
    problems: draft.problems,
    checked: edit,
  };
}
