import { describe, expect, it } from "vitest";

import type { JsonObject } from "@/live/json";

import { argumentsFrom, textsOfArguments } from "./argument-values";
import { curlOf } from "./curl";
import { wordsAt } from "./problems";

const schema: JsonObject = {
  type: "object",
  properties: {
    order: { type: "string", pattern: String.raw`^NL-\d{4}$` },
    amount: { type: "number", exclusiveMinimum: 0, maximum: 100 },
    count: { type: "integer" },
    urgent: { type: "boolean" },
    tags: { type: "array" },
  },
  required: ["order", "amount"],
};

describe("typed arguments", () => {
  it("are what their schema says", () => {
    const { values, errors } = argumentsFrom(schema, { order: "NL-1042", amount: "48.5", count: "", urgent: "false", tags: '["a"]' });

    expect([values, errors]).toEqual([{ order: "NL-1042", amount: 48.5, urgent: false, tags: ["a"] }, {}]);
  });

  it.each([
    [{ order: "", amount: "1" }, ["order"]],
    [{ order: "1042", amount: "1" }, ["order"]],
    [{ order: "NL-1042", amount: "much" }, ["amount"]],
    [{ order: "NL-1042", amount: "0" }, ["amount"]],
    [{ order: "NL-1042", amount: "101" }, ["amount"]],
    [{ order: "NL-1042", amount: "1", count: "1.5" }, ["count"]],
    [{ order: "NL-1042", amount: "1", tags: "[a" }, ["tags"]],
  ])("%j have their fault beside them", (texts, wrong) => {
    expect(Object.keys(argumentsFrom(schema, texts).errors)).toEqual(wrong);
  });

  it("come back as texts", () => {
    expect(textsOfArguments({ a: "x", b: 1.5, c: true, d: [1] })).toEqual({ a: "x", b: "1.5", c: "true", d: "[\n  1\n]" });
  });
});

describe("a request as curl", () => {
  it("is safe in a shell and names a secret only", () => {
    const line = curlOf({
      method: "POST",
      url: "https://shop.example/refunds?q=it's",
      headers: { "Content-Type": "application/json" },
      credential: { header: "Authorization", name: "shop key" },
      body: '{"reason":"it\'s $HOME `id`"}',
    });

    expect(line).toBe(
      [
        String.raw`curl -X POST 'https://shop.example/refunds?q=it'\''s'`,
        "-H 'Content-Type: application/json'",
        `-H 'Authorization: '"$SHOP_KEY"`,
        String.raw`--data-raw '{"reason":"it'\''s $HOME ${"`id`"}"}'`,
      ].join(" \\\n  "),
    );
  });
});

it("problems are said beside the field they lie in", () => {
  const problem = (pointer: string, message: string) => ({ code: "x", message, pointer, line: 1, column: 1 });
  const found = [problem("/arguments/order/pattern", "Unsafe."), problem("/arguments/order_id", "Other."), problem("/request", "No.")];

  expect(wordsAt(found, "/arguments/order", "/arguments/order?")).toBe("Unsafe.");
  expect(wordsAt(found, "/query")).toBeUndefined();
});
