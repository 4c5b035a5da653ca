import type { PartialFrame } from "./frames";
import type { RunView } from "./fold/view";

/** The text that a running step has written so far. An animation: the recorded reply replaces it. */
export interface PartialText {
  readonly attempt: number;
  /** With `…` where a part of it never came. */
  readonly text: string;
  /** Code points of the whole text up to here, the missing ones included. */
  readonly end: number;
}

export type PartialTexts = ReadonlyMap<string, PartialText>;

export const NO_PARTIALS: PartialTexts = new Map();

type Piece = Pick<PartialFrame, "step" | "attempt" | "offset" | "text">;

/** The texts with one piece more. A piece of an older try is dropped. */
export function addPiece(texts: PartialTexts, piece: Piece): PartialTexts {
  const known = texts.get(piece.step);
  if (known !== undefined && known.attempt > piece.attempt) return texts;
  const before = known?.attempt === piece.attempt && piece.offset > 0 ? known : { text: "", end: 0 };
  const length = codePoints(piece.text);
  const isNew = piece.offset === 0 || piece.offset + length > before.end;
  if (!isNew) return texts;
  const hole = piece.offset > before.end ? "…" : "";
  const fresh = piece.offset < before.end ? skip(piece.text, before.end - piece.offset) : piece.text;
  const text = before.text + hole + fresh;
  return new Map(texts).set(piece.step, { attempt: piece.attempt, text, end: piece.offset + length });
}

/** Only the texts of steps that are still being written, as far as the view knows. */
export function dropFinished(texts: PartialTexts, view: RunView): PartialTexts {
  if (texts.size === 0) return texts;
  const kept = [...texts].filter(([id, partial]) => isOpen(view, id, partial));
  return kept.length === texts.size ? texts : new Map(kept);
}

function isOpen(view: RunView, id: string, partial: PartialText): boolean {
  const step = view.steps.findLast((each) => each.id === id);
  if (step === undefined) return true;
  return step.state === "executing" && !step.attempts.some((each) => each.number >= partial.attempt);
}

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (!isSecondHalf(text, at)) count += 1;
  return count;
}

function skip(text: string, count: number): string {
  return Array.from(text).slice(count).join("");
}

/** Whether the code unit is the second one of a pair. */
function isSecondHalf(text: string, at: number): boolean {
  const [unit, before] = [text.charCodeAt(at), at > 0 ? text.charCodeAt(at - 1) : 0];
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
