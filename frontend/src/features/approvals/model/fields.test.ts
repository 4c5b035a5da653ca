import { describe, expect, it } from "vitest";

import { amountOf, fieldsOf, readableName } from "./fields";

function valueOf(value: unknown, schema: Record<string, unknown> = {}, beside: Record<string, unknown> = {}) {
  return fieldsOf({ amount: value, ...beside }, { properties: { amount: schema } })[0]?.value;
}

it("takes order, labels and help from the schema, and forgets no argument", () => {
  const fields = fieldsOf(
    { extra: 1, order_id: "NL-1042" },
    { properties: { order_id: { title: "Order", description: "Order number" }, tell_customer: { type: "boolean" } } },
  );

  expect(fields.map(({ label, help, value }) => [label, help, value.kind])).toEqual([
    ["Order", "Order number", "text"],
    ["Tell customer", null, "not_given"],
    ["Extra", null, "number"],
  ]);
});

it("makes a readable name of any argument's name", () => {
  expect(["order_id", "shipTo", "IBAN", "x", "_"].map(readableName)).toEqual(["Order id", "Ship to", "Iban", "X", "_"]);
});

describe("money", () => {
  it("is written as money where the schema names the currency", () => {
    expect(valueOf(1240, { description: "Amount in EUR" })).toEqual({ kind: "number", text: "€1,240.00", exact: "1240" });
  });

  it("takes the currency of an argument beside it", () => {
    expect(valueOf(5.5, {}, { currency: "USD" })).toMatchObject({ text: "$5.50" });
    expect(valueOf(5.5, {}, { currency: "coins" })).toMatchObject({ text: "5.5" });
  });

  it("never loses a digit", () => {
    expect(valueOf(0.005, { description: "in EUR" })).toMatchObject({ text: "EUR 0.005" });
    expect(valueOf(0.1 + 0.2, { description: "in EUR" })).toMatchObject({ text: "EUR 0.30000000000000004" });
  });

  it("leaves small units as they are sent", () => {
    expect(valueOf(1240, { description: "EUR cents" })).toMatchObject({ text: "1240" });
  });

  it("leaves other numbers alone", () => {
    expect(valueOf(1240, { description: "How many USB sticks" })).toMatchObject({ text: "1240" });
  });
});

it("shows each kind of value as what it is", () => {
  expect(valueOf(true)).toEqual({ kind: "truth", yes: true });
  expect(valueOf(null)).toEqual({ kind: "nothing" });
  expect(valueOf(["a", 2])).toEqual({ kind: "list", items: ["a", "2"] });
  expect(valueOf({ a: [1] })).toEqual({ kind: "structure", json: '{\n  "a": [\n    1\n  ]\n}' });
});

it("gives the whole width to what is long", () => {
  const wide = (value: unknown) => fieldsOf({ value }, {})[0]?.wide;

  expect([wide("short"), wide("two\nlines"), wide("x".repeat(60)), wide(["a", "b"])]).toEqual([false, true, true, true]);
});

it("finds the amount that a confirmation repeats", () => {
  const schema = { properties: { count: { type: "integer" }, amount: { description: "Amount in EUR" } } };

  expect(amountOf(fieldsOf({ count: 3, amount: 1240 }, schema))).toBe("€1,240.00");
  expect(amountOf(fieldsOf({ count: -3 }, schema))).toBeNull();
  expect(amountOf(fieldsOf({ count: 3 }, null))).toBeNull();
});
