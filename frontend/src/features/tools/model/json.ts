/** Reading content that a person may have written as text: whatever it is, a form can show it. Pure. */

import { canonical } from "@/live/canonical";
import { isJsonObject, type Json, type JsonObject } from "@/live/json";

export type Content = JsonObject;

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export function recordOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The texts of a list; one text alone is a list of one, as in a definition. */
export function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === "string") : [];
}

/** The same value, whatever the order of its keys: a database keeps none. */
export function same(left: Json, right: Json): boolean {
  return left === right || spelled(left) === spelled(right);
}

/** One spelling of a value. Halves of characters, as in a text that is being typed, have no canonical form. */
export function spelled(value: Json): string {
  try {
    return canonical(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** The object without some of its keys. */
export function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** The object without keys that say nothing. */
export function said(value: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept = Object.entries(value).filter((entry): entry is [string, Json] => !saysNothing(entry[1]));
  return Object.fromEntries(kept);
}

function saysNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

/** A key as a part of a JSON pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
