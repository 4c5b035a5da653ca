/** What a tool answered, as its first fields, where it answered with an object. */

import { isJsonObject, type Json } from "@/live/json";

export interface Field {
  readonly name: string;
  readonly value: string;
}

export interface Summary {
  readonly fields: readonly Field[];
  /** Fields that are not shown. */
  readonly more: number;
}

const MOST = 6;
const LONGEST = 80;

/** Null: it is not an object, or not a short one. */
export function summaryOf(text: string): Summary | null {
  const found = parsed(text);
  if (!isJsonObject(found)) return null;
  const plain = Object.entries(found).flatMap(([name, value]) => fieldOf(name, value));
  if (plain.length === 0) return null;
  return { fields: plain.slice(0, MOST), more: Object.keys(found).length - Math.min(plain.length, MOST) };
}

function fieldOf(name: string, value: Json): Field[] {
  if (value === null || typeof value === "object") return [];
  const text = String(value);
  return [{ name, value: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }];
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
