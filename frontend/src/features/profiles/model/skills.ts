/** The skills of a profile as blocks: added, removed, put in order. Pure. */

import { asTexts } from "@/features/studio/model/read";

/** Skills and instructions together. */
export const MOST_CHARACTERS = 60_000;

export function skillsOf(content: Readonly<Record<string, unknown>>): string[] {
  return typeof content.skills === "string" ? [content.skills] : asTexts(content.skills);
}

/** One of them at another place; out of range it stays. */
export function moved(skills: readonly string[], from: number, to: number): string[] {
  const taken = skills[from];
  if (taken === undefined || to < 0 || to >= skills.length) return [...skills];
  const rest = skills.filter((_, index) => index !== from);
  return [...rest.slice(0, to), taken, ...rest.slice(to)];
}

/** Signs as people and the server count them. */
export function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0);
}

/** Whether a file is text: what cannot be decoded has the sign of that, and a text has no zero. */
export function isText(text: string): boolean {
  return !/[\u0000\ufffd]/.test(text);
}
