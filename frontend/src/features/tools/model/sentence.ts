/**
 * The sentence of a call, by the same rules as the server fills it with (`agents_app.sentence`): in the form it is
 * only a preview, and the check of the server has the last word.
 */

import { canonical } from "@/live/canonical";
import type { Json, JsonObject } from "@/live/json";
import { strong, type Part, type Phrase } from "@/text/phrase";
import { sentence as words } from "@/text/tools";
import { visible } from "@/ui/visible";

const PART = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_.-]*)\}|[{}]/gu;

/** What the call will do, with the arguments in it made strong; without a template the exact plain sentence. */
export function sentenceOf(template: string, tool: string, values: JsonObject): Phrase {
  return template === "" ? [plainSentence(tool, values)] : filled(template, values);
}

/** The arguments that a template names. */
export function namesInSentence(template: string): string[] {
  return [...template.matchAll(PART)].flatMap((found) => (found[1] === undefined ? [] : [found[1]]));
}

/** The template with an argument put in at a place. */
export function withArgumentAt(template: string, name: string, start: number, end: number): { text: string; caret: number } {
  const before = template.slice(0, start);
  const gap = before === "" || /\s$/u.test(before) ? "" : " ";
  const put = `${gap}{${name}}`;
  return { text: before + put + template.slice(end), caret: start + put.length };
}

function filled(template: string, values: JsonObject): Phrase {
  const parts: Part[] = [];
  let at = 0;
  for (const found of template.matchAll(PART)) {
    if (found.index > at) parts.push(template.slice(at, found.index));
    const name = found[1];
    parts.push(name === undefined ? (found[0][0] ?? "") : strong(name in values ? shownValue(values[name] ?? null) : words.notGiven));
    at = found.index + found[0].length;
  }
  if (at < template.length) parts.push(template.slice(at));
  return parts;
}

function shownValue(value: Json): string {
  return visible(typeof value === "string" ? value : canonical(value));
}

function plainSentence(tool: string, values: JsonObject): string {
  const names = Object.keys(values).sort().map((name) => visible(name));
  return words.plain(visible(tool), names);
}
