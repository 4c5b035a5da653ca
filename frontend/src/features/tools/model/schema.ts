/** The JSON Schema of a tool's arguments, from its content: what a form for a call is drawn from. Pure. */

import type { Json, JsonObject } from "@/live/json";

import { recordOf, type Content } from "./json";

export interface ArgumentSchema {
  name: string;
  required: boolean;
  schema: JsonObject;
}

/** `arguments` in their short form, or the whole schema, as one schema. */
export function schemaOf(content: Content): JsonObject {
  if (content.input_schema !== undefined) return recordOf(content.input_schema);
  const entries = Object.entries(recordOf(content.arguments));
  const bare = (key: string) => key.replace(/\?$/, "");
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, schema]) => [bare(key), schema])),
    required: entries.map(([key]) => key).filter((key) => !key.endsWith("?")),
    additionalProperties: false,
  };
}

/** The arguments of a schema, those that are needed first. */
export function argumentsOfSchema(schema: JsonObject): ArgumentSchema[] {
  const required = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  const all = Object.entries(recordOf(schema.properties)).map(([name, each]) => ({
    name,
    required: required.includes(name),
    schema: recordOf(each),
  }));
  return all.toSorted((left, right) => Number(right.required) - Number(left.required));
}
