import { describe, expect, it } from "vitest";

import type { JsonObject } from "@/live/json";

import { exampleArguments, exampleOf } from "./example";
import { textForPattern } from "./pattern-example";
import { schemaOf } from "./schema";

describe("an example", () => {
  it.each([
    [{ type: "string", pattern: String.raw`^NL-\d{4}$`, description: "Order number, such as NL-1042." }, "NL-1042"],
    [{ type: "string", pattern: String.raw`^NL-\d{4}$` }, "NL-1234"],
    [{ type: "string", enum: ["late", "broken"] }, "late"],
    [{ type: "string", default: "EUR" }, "EUR"],
    [{ type: "string", examples: ["a", "b"] }, "a"],
    [{ type: "string", description: "E-mail address of the customer" }, "ana@example.com"],
    [{ type: "string", format: "date" }, "2026-12-01"],
    [{ type: "string", minLength: 6 }, "itxxxx"],
    [{ type: "string", maxLength: 1 }, "i"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 100_000 }, 10],
    [{ type: "integer", minimum: 50 }, 50],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: "integer", maximum: -5 }, -5],
    [{ type: "boolean" }, true],
    [{ type: "array", items: { type: "string" } }, ["it"]],
    [{ type: "object", properties: { a: { type: "integer" }, b: {} }, required: ["a"] }, { a: 10 }],
    [{ type: ["null", "string"] }, null],
    [{}, "it"],
  ] as [JsonObject, unknown][])("of %j is %j", (schema, value) => {
    expect(exampleOf(schema, "it")).toEqual(value);
  });

  it("leaves out what may be left out", () => {
    const schema = schemaOf({ arguments: { order: { type: "string" }, "note?": { type: "string" }, "unit?": { const: "EUR" } } });

    expect(exampleArguments(schema)).toEqual({ order: "order", unit: "EUR" });
  });
});

describe("a text for a pattern", () => {
  it.each([
    [String.raw`^[A-Z]{2}-\d+$`, "AA-1"],
    ["^(red|green)$", "red"],
    [String.raw`^\w+@shop\.example$`, "a@shop.example"],
    ["^(?:a|b)c?$", "a"],
    ["^[0-9]{3}$", "123"],
    ["^x{2,4}$", "xx"],
  ])("%s is %s", (pattern, text) => {
    expect(textForPattern(pattern)).toBe(text);
  });

  it.each(["^[^a]$", "(?=a)a", "a{,3}", "(", String.raw`\p{L}`, "^(?<name>a)$"])("%s is none that is guessed", (pattern) => {
    expect(textForPattern(pattern)).toBeUndefined();
  });
});
