import { describe, expect, it } from "vitest";

import { faultOf, newRow } from "./argument-row";
import { namesInAddress, placeOf, withArgument, withMethod, withoutRow, withPlace, withRow } from "./placing";
import { readForm, writeForm, type ToolForm } from "./tool-form";

const form: ToolForm = readForm({
  request: "POST {SHOP_URL}/orders/{order}/notes",
  sentence: "Note {note} on {order}",
  arguments: { order: { type: "string" }, note: { type: "string" }, "page?": { type: "integer" } },
  query: ["page"],
  body: ["note"],
});

describe("where an argument goes", () => {
  it("is the address, the query or the body", () => {
    expect(namesInAddress(form.address)).toEqual({ variables: ["SHOP_URL"], arguments: ["order"] });
    expect(["order", "note", "page"].map((name) => placeOf(form, name))).toEqual(["none", "body", "query"]);
    expect(placeOf({ ...form, bodyIsAll: true }, "page")).toBe("both");
  });

  it("is written as all when the body has every one", () => {
    const all = ["order", "page"].reduce((now, name) => withPlace(now, name, "body"), form);

    expect(writeForm(all)).toMatchObject({ body: "all" });
    expect(writeForm(withPlace(all, "note", "query"))).toMatchObject({ query: ["note"], body: ["order", "page"] });
  });

  it("is no body where the method has none", () => {
    expect(writeForm(withMethod(form, "GET"))).toMatchObject({ request: "GET {SHOP_URL}/orders/{order}/notes", query: ["page", "note"] });
    expect(writeForm(withMethod({ ...form, bodyIsAll: true, body: [], query: [] }, "DELETE"))).toMatchObject({ query: ["note", "page"] });
    expect(writeForm(withMethod(form, "GET")).body).toBeUndefined();
  });
});

describe("a row", () => {
  it("that gets its name goes where its method sends arguments", () => {
    const more = withArgument(form);
    const row = more.arguments.at(-1);
    if (row === undefined) throw new Error("no row");

    expect(placeOf(withRow(more, { ...row, name: "colour" }), "colour")).toBe("body");
    expect(placeOf(withRow(withMethod(more, "GET"), { ...row, name: "colour" }), "colour")).toBe("query");
    expect(placeOf(withRow(more, { ...row, name: "order" }), "order")).toBe("none");
  });

  it("the first of a tool with a body makes it all of it", () => {
    expect(withArgument(readForm({ request: "POST {SHOP_URL}/x" })).bodyIsAll).toBe(true);
    expect(withArgument(readForm({ request: "GET {SHOP_URL}/x" })).bodyIsAll).toBe(false);
  });

  it("that is renamed is followed wherever it stands", () => {
    const row = form.arguments[0];
    if (row === undefined) throw new Error("no row");

    const renamed = withRow(form, { ...row, name: "order_id" });

    expect(renamed).toMatchObject({ address: "{SHOP_URL}/orders/{order_id}/notes", sentence: "Note {note} on {order_id}" });
    expect(withRow(form, { ...row, name: "" }).address).toBe(form.address);
  });

  it("that is removed is sent nowhere", () => {
    const note = form.arguments[1]?.id ?? "";

    expect(writeForm(withoutRow(form, note)).body).toBeUndefined();
  });

  it.each([
    ["", "no_name"],
    ["order", "twice"],
    ["two words", "name_form"],
    ["fine", undefined],
  ] as const)("named %j has the fault %s", (name, fault) => {
    const row = newRow({ name });

    expect(faultOf(row, [...form.arguments, row])).toBe(fault);
  });

  it("that is to be JSON and is not says so", () => {
    const row = newRow({ name: "deep", kind: "schema", raw: "{type: " });

    expect(faultOf(row, [row])).toBe("not_json");
  });
});
