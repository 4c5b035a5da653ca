/**
 * Tests of one argument as a person writes them, `> 50 and <= 1000`, as parts and back: the same grammar as the
 * server's (`agents_app.definition.argument_tests`), whose check has the last word. Pure.
 */

import type { Json } from "@/live/json";

export const OPERATORS = [">", ">=", "<", "<=", "=", "!=", "in", "not in", "exists", "missing"] as const;
export type Operator = (typeof OPERATORS)[number];
export type Value = string | number | boolean | null;

export interface TestPart {
  op: Operator;
  /** One value, several for `in` and `not in`, none for `exists` and `missing`. */
  values: readonly Value[];
}

const TEST =
  /\s*(<=|>=|!=|=|<|>|not\s+in\b|in\b)\s*("[^"]*"|'[^']*'|\[[^[\]]*\]|(?![<>=![\]"'\s])(?:(?!\s+and\s+(?:[<>=!]|not\s+in\b|in\b)).)+)\s*(?:\band\b(?=\s)|$)/uy;
const ITEM = /\s*("[^"]*"|'[^']*'|[^,"']+?)\s*(?:,|$)/uy;
const INTEGER = /^[-+]?(?:0|[1-9][0-9]*)$/;
const NUMBER = /^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const CONSTANTS: Readonly<Record<string, Value>> = { "": null, "~": null, null: null, true: true, false: false };
const BARE = /^[A-Za-z][A-Za-z0-9_.-]*$/;
const WORDS = ["and", "in", "not", "exists", "missing"];

/** The parts of what is written; undefined where it is no test. */
export function readTests(written: Json): TestPart[] | undefined {
  if (typeof written === "number" || typeof written === "boolean") return [{ op: "=", values: [written] }];
  if (Array.isArray(written)) {
    const values = (written as readonly Json[]).filter(isValue);
    return values.length === written.length && values.length > 0 ? [{ op: "in", values }] : undefined;
  }
  if (written === "exists" || written === "missing") return [{ op: written, values: [] }];
  return typeof written === "string" ? readText(written) : undefined;
}

/** The parts as one text. */
export function writeTests(parts: readonly TestPart[]): string {
  return parts.map(writePart).join(" and ");
}

/** A value as it is read from a text without quotes. */
export function plainValue(text: string): Value {
  if (Object.hasOwn(CONSTANTS, text)) return CONSTANTS[text] ?? null;
  if (/^[-+]?0[0-9]/.test(text) || text.length > 40) return text;
  return INTEGER.test(text) || NUMBER.test(text) ? Number(text) : text;
}

/** A value as a text that reads back as the same. */
export function writeValue(value: Value): string {
  if (typeof value !== "string") return String(value);
  const isBare = BARE.test(value) && !WORDS.includes(value) && typeof plainValue(value) === "string";
  if (isBare) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

/** No quotes are left for a text that holds both kinds. */
export function canBeWritten(value: Value): boolean {
  return typeof value !== "string" || !(value.includes('"') && value.includes("'"));
}

function writePart({ op, values }: TestPart): string {
  switch (op) {
    case "exists":
    case "missing":
      return op;
    case "in":
    case "not in":
      return `${op} [${values.map(writeValue).join(", ")}]`;
    default:
      return `${op} ${writeValue(values[0] ?? null)}`;
  }
}

function readText(text: string): TestPart[] | undefined {
  const parts: TestPart[] = [];
  for (let at = 0; at < text.length || parts.length === 0; at = TEST.lastIndex) {
    TEST.lastIndex = at;
    const found = TEST.exec(text);
    const part = found === null ? undefined : readPart((found[1] ?? "").replaceAll(/\s+/gu, " ") as Operator, (found[2] ?? "").trim());
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function readPart(op: Operator, text: string): TestPart | undefined {
  const isList = text.startsWith("[") && text.endsWith("]");
  if ((op === "in" || op === "not in") !== isList) return undefined;
  if (isList) {
    const values = readItems(text.slice(1, -1));
    return values === undefined || values.length === 0 ? undefined : { op, values };
  }
  const value = readValue(text);
  return op === "=" || op === "!=" || typeof value === "number" ? { op, values: [value] } : undefined;
}

function readItems(text: string): Value[] | undefined {
  const values: Value[] = [];
  for (let at = 0; at < text.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const found = ITEM.exec(text);
    if (found === null) return undefined;
    values.push(readValue(found[1] ?? ""));
  }
  return values;
}

function readValue(text: string): Value {
  const isQuoted = text.length >= 2 && text.at(0) === text.at(-1) && (text.startsWith('"') || text.startsWith("'"));
  return isQuoted ? text.slice(1, -1) : plainValue(text);
}

function isValue(value: Json): value is Value {
  return value === null || typeof value !== "object";
}
