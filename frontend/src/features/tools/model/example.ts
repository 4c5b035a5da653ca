/** Example arguments from a schema: what a preview is filled with and a form for trying begins with. Pure. */

import { isJsonObject, type Json, type JsonObject } from "@/live/json";

import { recordOf, textOf } from "./json";
import { textForPattern } from "./pattern-example";
import { argumentsOfSchema } from "./schema";

const LONGEST_WORD = 24;
const DEEPEST = 4;

/** A value for each argument that is needed, and for those that come with an example of their own. */
export function exampleArguments(schema: JsonObject): JsonObject {
  const wanted = argumentsOfSchema(schema).filter(({ required, schema: each }) => required || given(each) !== undefined);
  return Object.fromEntries(wanted.map(({ name, schema: each }) => [name, exampleOf(each, name)]));
}

/** One value that fits, as far as that can be told without trying. */
export function exampleOf(schema: JsonObject, name: string, depth = 0): Json {
  const own = given(schema);
  if (own !== undefined) return own;
  const type = Array.isArray(schema.type) ? (schema.type as readonly Json[])[0] : schema.type;
  switch (type) {
    case "number":
    case "integer":
      return exampleNumber(schema, type === "integer");
    case "boolean":
      return true;
    case "array":
      return depth < DEEPEST && isJsonObject(schema.items) ? [exampleOf(schema.items, name, depth + 1)] : [];
    case "object":
      return depth < DEEPEST ? exampleObject(schema, depth) : {};
    case "null":
      return null;
    default:
      return exampleText(schema, name);
  }
}

function given(schema: JsonObject): Json | undefined {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  for (const list of [schema.examples, schema.enum]) {
    if (Array.isArray(list) && list.length > 0) return list[0] as Json;
  }
  return undefined;
}

function exampleObject(schema: JsonObject, depth: number): JsonObject {
  const needed = argumentsOfSchema(schema).filter(({ required }) => required);
  return Object.fromEntries(needed.map(({ name, schema: each }) => [name, exampleOf(each, name, depth + 1)]));
}

/** A number one might type: 10 where it fits, else one beside the limit. */
function exampleNumber(schema: JsonObject, whole: boolean): number {
  const number = (value: Json | undefined, none: number) => (typeof value === "number" ? value : none);
  const least = Math.max(number(schema.minimum, -Infinity), number(schema.exclusiveMinimum, -Infinity));
  const most = Math.min(number(schema.maximum, Infinity), number(schema.exclusiveMaximum, Infinity));
  const step = whole ? 1 : number(schema.multipleOf, 1);
  const isOver = (value: number) => value > least || value === schema.minimum;
  const isUnder = (value: number) => value < most || value === schema.maximum;
  const between = Number.isFinite(least) && Number.isFinite(most) ? [(least + most) / 2] : [];
  const tries = [10, 1, least, least + step, most, most - step, ...between.map((each) => (whole ? Math.round(each) : each))];
  return tries.find((value) => Number.isFinite(value) && isOver(value) && isUnder(value)) ?? 0;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "ana@example.com",
  date: "2026-12-01",
  "date-time": "2026-12-01T09:00:00Z",
  time: "09:00:00Z",
  uuid: "01a22d7d-1d87-778a-95f7-a15e38e05dba",
  uri: "https://example.com/",
  url: "https://example.com/",
};

function exampleText(schema: JsonObject, name: string): string {
  const pattern = textOf(schema.pattern);
  if (pattern !== "") return wordThatFits(pattern, textOf(schema.description)) ?? textForPattern(pattern) ?? name;
  const byFormat = FORMATS[textOf(schema.format)];
  if (byFormat !== undefined) return byFormat;
  if (/e-?mail/iu.test(`${name} ${textOf(schema.description)}`)) return "ana@example.com";
  return sized(name.replaceAll(/[_.-]+/gu, " "), schema);
}

/** "Order number, such as NL-1042" names an example by itself. */
function wordThatFits(pattern: string, description: string): string | undefined {
  try {
    const fits = new RegExp(pattern, "u");
    const words = description.split(/[\s,;()"“”]+/u).map((word) => word.replace(/[.:]$/u, ""));
    return words.find((word) => word !== "" && word.length <= LONGEST_WORD && fits.test(word));
  } catch {
    return undefined;
  }
}

function sized(text: string, schema: JsonObject): string {
  const { minLength, maxLength } = recordOf(schema);
  const least = typeof minLength === "number" ? Math.min(minLength, 200) : 0;
  const long = text.length < least ? text.padEnd(least, "x") : text;
  return typeof maxLength === "number" && maxLength >= 0 ? long.slice(0, maxLength) : long;
}
