import { isJsonObject, type Json, type JsonObject } from "../json";

/** The payload of an event is not of the form that its kind has. */
export class Unreadable extends Error {
  override name = "Unreadable";
}

/** A field that every event of this kind has. */
export function need(payload: JsonObject, field: string): Json {
  const value = payload[field];
  if (value === undefined) throw new Unreadable(`no ${field}`);
  return value;
}

export function text(payload: JsonObject, field: string): string {
  const value = need(payload, field);
  if (typeof value !== "string") throw new Unreadable(`${field} is no text`);
  return value;
}

export function integer(payload: JsonObject, field: string): number {
  const value = need(payload, field);
  if (typeof value !== "number") throw new Unreadable(`${field} is no number`);
  return value;
}

/** A field that some events are without: null where it is missing. */
export function maybeText(payload: JsonObject, field: string): string | null {
  return isThere(payload[field]) ? text(payload, field) : null;
}

export function maybeInteger(payload: JsonObject, field: string): number | null {
  return isThere(payload[field]) ? integer(payload, field) : null;
}

export function maybeObject(payload: JsonObject, field: string): JsonObject | null {
  const value = payload[field];
  if (!isThere(value)) return null;
  if (!isJsonObject(value)) throw new Unreadable(`${field} is no object`);
  return value;
}

/** A list of objects. */
export function objects(payload: JsonObject, field: string): readonly JsonObject[] {
  const value = need(payload, field);
  if (!Array.isArray(value) || !value.every(isJsonObject)) throw new Unreadable(`${field} is no list`);
  return value;
}

/** A list of texts, empty where it is missing or null. */
export function texts(payload: JsonObject, field: string): readonly string[] {
  const value: unknown = payload[field] ?? [];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
    throw new Unreadable(`${field} is no list of texts`);
  }
  return value;
}

/** A word out of a closed list. */
export function word<T extends string>(value: string, words: readonly T[]): T {
  const found = words.find((each) => each === value);
  if (found === undefined) throw new Unreadable(`${value} is none of ${words.join(", ")}`);
  return found;
}

function isThere(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}
