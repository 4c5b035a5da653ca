import type { Json } from "./json";

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * The one spelling of a JSON value (RFC 8785), the same as `baton.core.canonical` gives.
 *
 * JavaScript's own number and string forms are those of the RFC, and comparing strings with `<` compares
 * UTF-16 code units as it asks. Refuses what the record never holds: numbers that are not finite and halves
 * of characters. That integers stay within 2^53 is the writer's care: here a larger one was already rounded.
 */
export function canonical(value: Json | object): string {
  return write(value);
}

function write(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "string") return writeText(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value === "object") return writeObject(value);
  throw new TypeError(`${typeof value} is no JSON`);
}

function writeObject(value: object): string {
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${writeText(key)}:${write(item)}`).join(",")}}`;
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError("not a finite number");
  return JSON.stringify(value);
}

function writeText(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new RangeError("half of a character");
  return JSON.stringify(value);
}
