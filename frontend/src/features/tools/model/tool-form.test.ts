import { describe, expect, it } from "vitest";

import type { JsonObject } from "@/live/json";

import { isOfServer, readForm, riskOfEffect, rowsOfSchema, writeForm } from "./tool-form";

const REFUND: JsonObject = {
  description: "Pay money back for an order.",
  effect: "keyed",
  risk: "high",
  sentence: "Refund EUR {amount} for order {order}",
  arguments: {
    order: { type: "string", pattern: String.raw`^NL-\d{4}$`, description: "Order number, such as NL-1042" },
    amount: { type: "number", exclusiveMinimum: 0, maximum: 100_000 },
    "note?": { type: "string", minLength: 3, maxLength: 300, enum: ["late", "broken"] },
    "tags?": { type: "array", items: { type: "string" }, maxItems: 5 },
    "deep?": { type: "object", properties: { at: { type: "string", format: "date" } } },
  },
  request: "POST {SHOP_URL}/refunds",
  body: "all",
  headers: { "X-Shop": "nordlicht" },
  timeout: "15s",
  credential: "shop",
};

describe("the form of a tool", () => {
  it("writes what it has read", () => {
    expect(writeForm(readForm(REFUND))).toEqual(REFUND);
    expect(writeForm(readForm({}))).toEqual({ description: "", effect: "at_most_once", request: "" });
  });

  it("gives a tool of a server no request", () => {
    const content: JsonObject = {
      description: "Search",
      effect: "read_only",
      risk: "low",
      input_schema: { type: "object", properties: {} },
      mcp: { server: "docs", tool: "search", definition: "a".repeat(64) },
      timeout: "10s",
    };

    expect(writeForm(readForm(content))).toEqual(content);
    expect(isOfServer(readForm(content))).toBe(true);
    expect(isOfServer(readForm(REFUND))).toBe(false);
  });

  it("keeps a whole schema, and what it has no field for", () => {
    const content: JsonObject = {
      description: "Find",
      effect: "read_only",
      input_schema: { type: "object", properties: { q: { $ref: "#/$defs/q" } }, $defs: { q: { type: "string" } } },
      request: "GET https://shop.example/find",
      query: ["q"],
      response: "text",
      nonsense: [1, { two: 2 }],
    };

    expect(writeForm(readForm(content))).toEqual(content);
  });

  it.each([
    [{ request: 7, arguments: ["order"], headers: "no", body: { a: 1 }, query: "q" }],
    [{ arguments: { "": true, note: { type: ["string", "null"] }, amount: { type: "number", enum: [true] } } }],
    [{}],
  ] as [JsonObject][])("can be drawn from anything: %j", (content) => {
    expect(() => writeForm(readForm(content))).not.toThrow();
  });

  it("keeps keywords of an argument without a field of their own", () => {
    const content: JsonObject = {
      ...REFUND,
      arguments: { order: { type: "string", format: "uuid", title: "Order", maxLength: 36 } },
    };
    const form = readForm(content);

    expect(form.arguments[0]?.rest).toEqual({ format: "uuid", title: "Order" });
    expect(writeForm(form)).toEqual(content);
  });

  it.each([
    { type: "string", enum: ["", "EUR"] },
    { type: "string", enum: [" padded", "two\nlines"] },
    { type: "string", enum: [1, 2] },
    { type: "number", enum: ["7"] },
    { type: "boolean", enum: ["yes"] },
    { type: "number", minimum: 0, exclusiveMinimum: 0 },
    { type: "number", exclusiveMaximum: 9, maximum: null },
    { type: "string", minItems: 2 },
    { type: "string", minLength: "5" },
    { type: "string", description: 7, pattern: "" },
    { type: "array", items: { type: "string" }, minLength: 1 },
  ] as JsonObject[])("writes an argument as it was read, as JSON where the fields would say something else: %j", (schema) => {
    const content: JsonObject = { ...REFUND, arguments: { one: schema, "two?": schema } };

    expect(writeForm(readForm(content))).toEqual(content);
  });

  it("keeps what is no number, so that the check can speak of it", () => {
    const form = readForm(REFUND);
    const [order, amount, ...rest] = form.arguments;
    if (order === undefined || amount === undefined) throw new Error("no arguments");
    const changed = { ...form, arguments: [order, { ...amount, most: { text: "many", beyond: false } }, ...rest] };

    expect(writeForm(changed).arguments).toMatchObject({ amount: { maximum: "many", exclusiveMinimum: 0 } });
  });

  it.each([
    ['{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["a"]}', ["a", "b?"]],
    ['{"type":"object","properties":{},"additionalProperties":false}', []],
    ['{"type":"object","properties":{},"additionalProperties":true}', undefined],
    ['{"type":"object","properties":{},"$defs":{}}', undefined],
    ['{"type":"object","required":["a"]}', undefined],
    ["{", undefined],
  ])("shows the schema %s as rows only where they say all of it", (text, names) => {
    expect(rowsOfSchema(text)?.map(({ name, required }) => (required ? name : `${name}?`))).toEqual(names);
  });

  it("has the risk of its effect where none is said", () => {
    expect(["read_only", "keyed", "natural", "at_most_once", "else"].map(riskOfEffect)).toEqual(["low", "medium", "medium", "high", "high"]);
  });
});
