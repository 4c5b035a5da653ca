/** A tool's content as its form holds it, and back. Content that the form has no field for is kept. Pure. */

import { isJsonObject, type Json, type JsonObject } from "@/live/json";

import { keyOf, readRow, schemaOfRow, type ArgumentRow } from "./argument-row";
import { recordOf, said, textOf, textsOf, without, type Content } from "./json";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const EFFECTS = ["at_most_once", "keyed", "natural", "read_only"] as const;
export const RISKS = ["low", "medium", "high"] as const;

export type Effect = (typeof EFFECTS)[number];
export type RiskWord = (typeof RISKS)[number];

export interface HeaderRow {
  id: string;
  name: string;
  value: string;
}

export interface ToolForm {
  description: string;
  effect: string;
  risk: string;
  sentence: string;
  method: string;
  address: string;
  arguments: ArgumentRow[];
  /** The whole JSON Schema as text, in place of the rows. */
  schema: string | null;
  query: string[];
  body: string[];
  /** Every argument goes into the body, also one that is added later. */
  bodyIsAll: boolean;
  headers: HeaderRow[];
  timeout: string;
  response: string;
  credential: string;
  /** What the form has no field for. */
  rest: JsonObject;
}

const FIELDS = [
  "description",
  "effect",
  "risk",
  "sentence",
  "arguments",
  "input_schema",
  "request",
  "query",
  "body",
  "headers",
  "timeout",
  "response",
  "credential",
];
const RISK_OF_EFFECT: Readonly<Partial<Record<string, RiskWord>>> = {
  read_only: "low",
  keyed: "medium",
  natural: "medium",
  at_most_once: "high",
};
let last = 0;

export function newHeader(name = "", value = ""): HeaderRow {
  last += 1;
  return { id: `header-${last}`, name, value };
}

export function readForm(content: Content): ToolForm {
  const [method = "", address = ""] = textOf(content.request).trim() === "" ? ["POST"] : splitRequest(textOf(content.request));
  const hasSchema = content.input_schema !== undefined;
  return {
    description: textOf(content.description),
    effect: textOf(content.effect) || "at_most_once",
    risk: textOf(content.risk),
    sentence: textOf(content.sentence),
    method,
    address,
    arguments: Object.entries(recordOf(content.arguments)).map(([key, schema]) => readRow(key, schema)),
    schema: hasSchema ? JSON.stringify(content.input_schema, null, 2) : null,
    query: textsOf(content.query),
    body: content.body === "all" ? [] : textsOf(content.body),
    // A server gets every argument.
    bodyIsAll: content.body === "all" || content.mcp !== undefined,
    headers: Object.entries(recordOf(content.headers)).map(([name, value]) => newHeader(name, textOf(value))),
    timeout: textOf(content.timeout),
    response: textOf(content.response) || "json",
    credential: textOf(content.credential),
    rest: without(content, FIELDS),
  };
}

export function writeForm(form: ToolForm): Content {
  // A method alone is no request: an address that is still missing is said to be missing.
  const request = form.address.trim() === "" ? "" : `${form.method} ${form.address}`.trim();
  return {
    description: form.description,
    effect: form.effect,
    ...said({
      risk: form.risk,
      sentence: form.sentence,
      ...(form.schema === null ? { arguments: argumentsOf(form.arguments) } : { input_schema: schemaFrom(form.schema) }),
    }),
    ...(isOfServer(form)
      ? said({ timeout: form.timeout.trim() })
      : {
          request,
          ...said({
            query: form.query,
            body: form.bodyIsAll ? "all" : form.body,
            headers: Object.fromEntries(form.headers.filter(({ name }) => name !== "").map(({ name, value }) => [name, value])),
            timeout: form.timeout.trim(),
            response: form.response === "json" ? "" : form.response,
            credential: form.credential,
          }),
        }),
    ...form.rest,
  };
}

/** A tool of an MCP server: one call there, no request of ours. */
export function isOfServer(form: ToolForm): boolean {
  return form.rest.mcp !== undefined;
}

/** The risk that counts where the author says none. */
export function riskOfEffect(effect: string): RiskWord {
  return RISK_OF_EFFECT[effect] ?? "high";
}

/** The names of the arguments, from the rows or from the whole schema. */
export function argumentNames(form: ToolForm): string[] {
  if (form.schema === null) return [...new Set(form.arguments.map(({ name }) => name))].filter((name) => name !== "");
  return Object.keys(recordOf(recordOf(schemaFrom(form.schema)).properties));
}

/** The rows that say all that a whole schema says; undefined where it says more. */
export function rowsOfSchema(text: string): ArgumentRow[] | undefined {
  const schema = schemaFrom(text);
  if (!isJsonObject(schema) || schema.type !== "object" || (schema.additionalProperties ?? false) !== false) return undefined;
  const more = without(schema, ["type", "properties", "required", "additionalProperties", "$schema"]);
  const required = textsOf(schema.required);
  const properties = recordOf(schema.properties);
  if (Object.keys(more).length > 0 || required.some((name) => !(name in properties))) return undefined;
  return Object.entries(properties).map(([name, each]) => ({ ...readRow(name, each), name, required: required.includes(name) }));
}

/** The rows as they stand in `arguments`; of two with one name the first counts. */
function argumentsOf(rows: readonly ArgumentRow[]): JsonObject {
  const named: Record<string, Json> = {};
  const taken = new Set<string>();
  for (const row of rows) {
    if (taken.has(row.name)) continue;
    taken.add(row.name);
    named[keyOf(row)] = schemaOfRow(row);
  }
  return named;
}

/** What the text is, or the text itself where it is no JSON: then the check says so. */
function schemaFrom(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function splitRequest(text: string): string[] {
  const found = /^([A-Za-z]+)(?:\s+(.*))?$/su.exec(text.trim());
  return found === null ? ["", text.trim()] : [(found[1] ?? "").toUpperCase(), found[2] ?? ""];
}
