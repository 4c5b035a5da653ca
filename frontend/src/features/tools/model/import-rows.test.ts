import { describe, expect, it } from "vitest";

import { nameFault, NO_CHOICES, picked, possible, reads, shownOperations, withSelected, type Operation } from "./import-rows";

const operation = (method: string, path: string, more: Partial<Operation> = {}): Operation => ({
  key: `${method} ${path}`,
  method,
  path,
  summary: "",
  name: `${method.toLowerCase()}${path.replaceAll("/", "_")}`,
  exists: false,
  effect: method === "GET" ? "read_only" : "at_most_once",
  risk: method === "GET" ? "low" : "high",
  content: {},
  problems: [],
  ...more,
});
const all = [
  operation("GET", "/orders", { summary: "List orders" }),
  operation("POST", "/orders", { summary: "Place an order" }),
  operation("GET", "/stock", { content: null }),
];

describe("operations to choose from", () => {
  it("are found by all words", () => {
    expect(shownOperations(all, "get ORDERS").map(({ key }) => key)).toEqual(["GET /orders"]);
    expect(shownOperations(all, "place").map(({ key }) => key)).toEqual(["POST /orders"]);
    expect(shownOperations(all, " ")).toHaveLength(3);
  });

  it("are only those that can be tools", () => {
    expect(possible(all)).toEqual(["GET /orders", "POST /orders"]);
    expect(reads(all)).toEqual(["GET /orders"]);
  });

  it("are sent with what was changed, and nothing else", () => {
    const chosen = withSelected(NO_CHOICES, ["GET /orders", "POST /orders"], true);
    const changed = { ...chosen, names: { "POST /orders": "place_order" }, risks: { "POST /orders": "medium" } };

    expect(picked(all, changed)).toEqual([
      { key: "GET /orders", name: "get_orders" },
      { key: "POST /orders", name: "place_order", risk: "medium" },
    ]);
    expect(picked(all, withSelected(changed, ["GET /orders"], false))).toHaveLength(1);
  });

  it("need names of their own", () => {
    const chosen = withSelected(NO_CHOICES, ["GET /orders", "POST /orders"], true);
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error("no operations");

    expect(nameFault(first, all, chosen)).toBeUndefined();
    expect(nameFault(first, all, { ...chosen, names: { "GET /orders": "two words" } })).toBe("form");
    expect(nameFault(first, all, { ...chosen, names: { "GET /orders": "post_orders" } })).toBe("twice");
    const taken = all.map((each) => (each === first ? { ...each, exists: true } : each));
    expect(nameFault(first, taken, chosen)).toBe("taken");
    expect(nameFault(first, taken, { ...chosen, names: { "GET /orders": "orders" } })).toBeUndefined();
    expect(nameFault(second, all, { ...NO_CHOICES, names: { "POST /orders": "" } })).toBeUndefined();
  });
});
