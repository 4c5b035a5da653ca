/** The arguments of a call as a person types them: one text for each, judged by its schema. Pure. */

import { isJsonObject, type Json, type JsonObject } from "@/live/json";
import { call as words } from "@/text/tools";

import { argumentsOfSchema } from "./schema";

export type Texts = Readonly<Record<string, string>>;
/** How an argument is typed in. */
export type Control = "text" | "number" | "truth" | "choice" | "json";

/** What the form begins with: the values as one would type them. */
export function textsOfArguments(values: JsonObject): Texts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typed(value)]));
}

export function controlOf(schema: JsonObject): Control {
  if (Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every((each) => typeof each === "string")) return "choice";
  switch (schema.type) {
    case "string":
      return "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "truth";
    default:
      return "json";
  }
}

export interface TypedArguments {
  values: JsonObject;
  /** What is wrong, by argument. */
  errors: Readonly<Record<string, string>>;
}

/** The arguments that are sent; an empty field that is not needed is left out. */
export function argumentsFrom(schema: JsonObject, texts: Texts): TypedArguments {
  const values: Record<string, Json> = {};
  const errors: Record<string, string> = {};
  for (const { name, required, schema: each } of argumentsOfSchema(schema)) {
    const text = texts[name] ?? "";
    const control = controlOf(each);
    if (text.trim() === "" && !(control === "text" && text !== "")) {
      if (required) errors[name] = words.needed;
      continue;
    }
    const value = valueOf(control, text, each);
    if (value === undefined) errors[name] = control === "number" ? words.notNumber(text) : words.notJson;
    else {
      values[name] = value;
      const fault = faultOf(value, each);
      if (fault !== undefined) errors[name] = fault;
    }
  }
  return { values, errors };
}

function valueOf(control: Control, text: string, schema: JsonObject): Json | undefined {
  switch (control) {
    case "text":
    case "choice":
      return text;
    case "truth":
      return text === "true";
    case "number": {
      const value = Number(text.trim());
      return Number.isFinite(value) && (schema.type !== "integer" || Number.isInteger(value)) ? value : undefined;
    }
    case "json":
      return parsed(text);
  }
}

/** What the schema's simple keywords say against the value; the server knows them all. */
function faultOf(value: Json, schema: JsonObject): string | undefined {
  if (typeof value === "number") return numberFault(value, schema);
  if (typeof value !== "string") return undefined;
  const length = Array.from(value).length;
  if (typeof schema.minLength === "number" && length < schema.minLength) return words.tooShort(schema.minLength);
  if (typeof schema.maxLength === "number" && length > schema.maxLength) return words.tooLong(schema.maxLength);
  return typeof schema.pattern === "string" && !fits(schema.pattern, value) ? words.notPattern(schema.pattern) : undefined;
}

function numberFault(value: number, schema: JsonObject): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number" && value < minimum) return words.atLeast(minimum);
  if (typeof maximum === "number" && value > maximum) return words.atMost(maximum);
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return words.over(exclusiveMinimum);
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return words.under(exclusiveMaximum);
  return undefined;
}

function fits(pattern: string, value: string): boolean {
  try {
    return value.length > 200 || new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function typed(value: Json): string {
  if (typeof value === "string") return value;
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
