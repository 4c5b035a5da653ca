/** What the tools of a rule take: the arguments that can be tested, and how they are typed. Pure. */

import { isJsonObject, type Json, type JsonObject } from "@/live/json";

import { recordOf } from "../../tools/model/json";
import { ANY_TOOL, type ArgumentType } from "./rule-form";
import type { Operator } from "./argument-tests";

/** The schemas of the project's tools by name; those that are not known yet are missing. */
export type Schemas = ReadonlyMap<string, JsonObject>;

/** The arguments that all tools of a rule have; none for a rule about every tool. */
export function argumentsOfTools(schemas: Schemas, tools: readonly string[]): string[] {
  if (tools.length === 0 || tools.includes(ANY_TOOL)) return [];
  const [first = [], ...others] = tools.map((tool) => Object.keys(recordOf(schemas.get(tool)?.properties)));
  return first.filter((name) => others.every((each) => each.includes(name)));
}

/** How an argument is typed, in all tools alike; else unknown. */
export function typeOfArgument(schemas: Schemas, tools: readonly string[], argument: string): ArgumentType {
  const types = new Set(tools.map((tool) => typeOf(schemaOfArgument(schemas, tool, argument))));
  return types.size === 1 ? ([...types][0] ?? "unknown") : "unknown";
}

/** The only values an argument can have, where its tools say so. */
export function choicesOfArgument(schemas: Schemas, tools: readonly string[], argument: string): string[] {
  const listed = tools.map((tool) => schemaOfArgument(schemas, tool, argument).enum);
  const [first] = listed;
  if (listed.length !== 1 || !Array.isArray(first)) return [];
  return (first as readonly Json[]).filter((each) => typeof each === "string");
}

/** The tests that can ever apply to a value of the type. */
export function operatorsOf(type: ArgumentType): readonly Operator[] {
  const any = ["=", "!=", "in", "not in", "exists", "missing"] as const;
  switch (type) {
    case "truth":
      return ["=", "!=", "exists", "missing"];
    case "text":
      return any;
    default:
      return [">", ">=", "<", "<=", ...any];
  }
}

function schemaOfArgument(schemas: Schemas, tool: string, argument: string): JsonObject {
  return recordOf(recordOf(schemas.get(tool)?.properties)[argument]);
}

function typeOf(schema: JsonObject): ArgumentType {
  if (!isJsonObject(schema)) return "unknown";
  switch (schema.type) {
    case "number":
    case "integer":
      return "number";
    case "string":
      return "text";
    case "boolean":
      return "truth";
    default:
      return "unknown";
  }
}
