/** One argument of a tool as a row of the form, and as the JSON Schema it stands for. Pure. */

import { isJsonObject, type Json, type JsonObject } from "@/live/json";

import { said, same, textOf, without } from "./json";

export type ArgumentKind = "string" | "number" | "integer" | "boolean" | "texts" | "schema";

/** A limit of a number: the number itself may be meant, or only what lies beyond it. */
export interface Bound {
  text: string;
  beyond: boolean;
}

export interface ArgumentRow {
  /** Of this row in this form; a name may change. */
  id: string;
  name: string;
  required: boolean;
  kind: ArgumentKind;
  description: string;
  pattern: string;
  /** The only values there are, one in a line. */
  choices: string;
  least: Bound;
  most: Bound;
  shortest: string;
  longest: string;
  /** The whole schema as text, where no fields say it. */
  raw: string;
  /** Keywords without a field of their own; they are kept. */
  rest: JsonObject;
}

const KINDS: readonly ArgumentKind[] = ["string", "number", "integer", "boolean"];
const NO_BOUND: Bound = { text: "", beyond: false };
let last = 0;

/** An argument that nobody has described yet. */
export function newRow(more: Partial<ArgumentRow> = {}): ArgumentRow {
  last += 1;
  return {
    id: `argument-${last}`,
    name: "",
    required: true,
    kind: "string",
    description: "",
    pattern: "",
    choices: "",
    least: NO_BOUND,
    most: NO_BOUND,
    shortest: "",
    longest: "",
    raw: "",
    rest: {},
    ...more,
  };
}

/** `amount` with its schema, or `note?` where it may be left out; as JSON where the fields would say something else. */
export function readRow(key: string, schema: Json): ArgumentRow {
  const own = { name: key.replace(/\?$/, ""), required: !key.endsWith("?") };
  const kind = kindOf(schema);
  const fields = kind === "schema" || !isJsonObject(schema) ? undefined : fieldsOf(kind, schema);
  const row = newRow({ ...own, ...fields });
  return fields !== undefined && same(schemaOfRow(row), schema) ? row : newRow({ ...own, kind: "schema", raw: JSON.stringify(schema, null, 2) });
}

function fieldsOf(kind: ArgumentKind, schema: JsonObject): Partial<ArgumentRow> {
  return {
    kind,
    description: textOf(schema.description),
    pattern: textOf(schema.pattern),
    choices: Array.isArray(schema.enum) ? schema.enum.map(choiceText).join("\n") : "",
    least: readBound(schema.minimum, schema.exclusiveMinimum),
    most: readBound(schema.maximum, schema.exclusiveMaximum),
    shortest: limitText(schema.minLength ?? schema.minItems),
    longest: limitText(schema.maxLength ?? schema.maxItems),
    rest: without(schema, keywordsOf(kind)),
  };
}

/** Its key in `arguments`. */
export function keyOf(row: ArgumentRow): string {
  return row.required ? row.name : `${row.name}?`;
}

/** What the row says, as JSON Schema. What is no number stays as it is typed, so that the check finds it. */
export function schemaOfRow(row: ArgumentRow): Json {
  if (row.kind === "schema") return parsed(row.raw) ?? row.raw;
  const own = {
    type: row.kind === "texts" ? "array" : row.kind,
    items: row.kind === "texts" ? { type: "string" } : undefined,
    description: row.description,
  };
  return { ...said({ ...own, ...limitsOf(row) }), ...row.rest };
}

/** What is wrong with the row by itself, as far as the form alone can tell. */
export type RowFault = "no_name" | "twice" | "name_form" | "not_json";

export function faultOf(row: ArgumentRow, rows: readonly ArgumentRow[]): RowFault | undefined {
  if (row.name.trim() === "") return "no_name";
  if (rows.find((each) => each.name === row.name)?.id !== row.id) return "twice";
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(row.name)) return "name_form";
  return row.kind === "schema" && parsed(row.raw) === undefined ? "not_json" : undefined;
}

function kindOf(schema: Json): ArgumentKind {
  if (!isJsonObject(schema)) return "schema";
  const kind = KINDS.find((each) => each === schema.type);
  if (kind !== undefined) return hasOnlyPlain(schema.enum) ? kind : "schema";
  const { items } = schema;
  const isTexts = schema.type === "array" && isJsonObject(items) && items.type === "string" && Object.keys(items).length === 1;
  return isTexts && schema.enum === undefined ? "texts" : "schema";
}

function hasOnlyPlain(choices: Json | undefined): boolean {
  if (choices === undefined) return true;
  return Array.isArray(choices) && choices.length > 0 && choices.every((each) => typeof each === "string" || typeof each === "number");
}

/** The keywords that a row of this kind has fields for. */
function keywordsOf(kind: ArgumentKind): string[] {
  const always = ["type", "description"];
  switch (kind) {
    case "string":
      return [...always, "pattern", "enum", "minLength", "maxLength"];
    case "number":
    case "integer":
      return [...always, "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    case "texts":
      return [...always, "items", "minItems", "maxItems"];
    default:
      return [...always, ...(kind === "boolean" ? ["enum"] : [])];
  }
}

function limitsOf(row: ArgumentRow): Readonly<Record<string, Json | undefined>> {
  switch (row.kind) {
    case "string":
      return {
        pattern: row.pattern,
        enum: choicesOf(row.choices),
        minLength: numberOrText(row.shortest),
        maxLength: numberOrText(row.longest),
      };
    case "number":
    case "integer":
      return {
        enum: choicesOf(row.choices).map((each) => numberOrText(each) ?? each),
        [row.least.beyond ? "exclusiveMinimum" : "minimum"]: numberOrText(row.least.text),
        [row.most.beyond ? "exclusiveMaximum" : "maximum"]: numberOrText(row.most.text),
      };
    case "texts":
      return { minItems: numberOrText(row.shortest), maxItems: numberOrText(row.longest) };
    default:
      return {};
  }
}

function choicesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

function choiceText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readBound(plain: Json | undefined, beyond: Json | undefined): Bound {
  return beyond === undefined ? { text: limitText(plain), beyond: false } : { text: limitText(beyond), beyond: true };
}

function limitText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function numberOrText(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) || typeof value === "boolean" ? value : undefined;
  } catch {
    return undefined;
  }
}
