/** Where the fields of content stand in its text, and what to colour in a line. Pure; it never fails on a text. */

import { partsOf, pointer } from "@/features/studio/model/pointer";
import type { Problem } from "@/features/studio/model/shapes";

export interface LineRange {
  readonly pointer: string;
  /** From 1, both included. */
  readonly first: number;
  readonly last: number;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#"'\-:][^:#]*?)):(?=\s|$)/;

/** The fields of the top level and what lies directly in them, with their lines. */
export function fieldsOf(text: string): LineRange[] {
  const lines = text.split("\n");
  return entries(lines, 0, lines.length, "").flatMap((field) => [
    field,
    ...entries(lines, field.first, field.last, field.pointer),
  ]);
}

/** The lines of a field, or of the nearest one around it. */
export function linesOf(fields: readonly LineRange[], path: string): LineRange | undefined {
  for (let parts = partsOf(path); parts.length > 0; parts = parts.slice(0, -1)) {
    const found = fields.find((field) => field.pointer === pointer(...parts));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The innermost field that a line belongs to. */
export function fieldAt(fields: readonly LineRange[], line: number): LineRange | undefined {
  return fields.findLast((field) => field.first <= line && line <= field.last);
}

/** Problems of what is not there belong to no line, although they were found at one. */
export function placed(problems: readonly Problem[], fields: readonly LineRange[]): Problem[] {
  return problems.map((problem) => {
    const there = fieldAt(fields, problem.line)?.pointer ?? "";
    const belongs = problem.pointer === "" || `${problem.pointer}/`.startsWith(`${there}/`);
    return belongs ? problem : { ...problem, line: 0, column: 0 };
  });
}

/** The keys or items with the least indent between two lines; lines count from 0 here, `last` of an entry from 1. */
function entries(lines: readonly string[], from: number, to: number, parent: string): LineRange[] {
  const found: { pointer: string; first: number }[] = [];
  let indent = -1;
  let isList = false;
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? "";
    const body = line.trimStart();
    if (body === "" || body.startsWith("#")) continue;
    const own = line.length - body.length;
    const isItem = /^-(\s|$)/.test(body);
    if (indent < 0) [indent, isList] = [own, isItem];
    // The items of a list may stand as far left as its key.
    if (own !== indent || isItem !== isList) continue;
    const name = isItem ? String(found.length) : keyOf(body);
    if (name !== undefined) found.push({ pointer: `${parent}${pointer(name)}`, first: at + 1 });
  }
  return found.map((entry, index) => ({ ...entry, last: trimmed(lines, entry.first, (found[index + 1]?.first ?? to + 1) - 1) }));
}

function keyOf(body: string): string | undefined {
  const match = KEY.exec(body);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}

function trimmed(lines: readonly string[], first: number, last: number): number {
  let end = last;
  while (end > first && (lines[end - 1] ?? "").trim() === "") end--;
  return end;
}

export type TokenKind = "key" | "comment" | "plain";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A line cut into its key, its comment and the rest. */
export function tokensOf(line: string): Token[] {
  const start = /^\s*(?:- )*\s*/.exec(line)?.[0] ?? "";
  const rest = line.slice(start.length);
  if (rest.startsWith("#")) return [{ kind: "plain", text: start }, { kind: "comment", text: rest }];
  const key = KEY.exec(rest)?.[0];
  if (key === undefined) return [{ kind: "plain", text: line }];
  return [
    { kind: "plain", text: start },
    { kind: "key", text: key },
    { kind: "plain", text: rest.slice(key.length) },
  ];
}
