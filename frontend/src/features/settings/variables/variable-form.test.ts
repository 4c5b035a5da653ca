// @vitest-environment node
import { expect, it } from "vitest";

import { errorsOfVariable } from "@/features/settings/variables/variable-form";

it("takes a name in capitals and any value", () => {
  expect(errorsOfVariable({ name: "SHOP_URL", value: "https://shop.example" })).toEqual({});
});

it("says what is missing", () => {
  expect(errorsOfVariable({ name: "", value: " " })).toEqual({ name: "Name it.", value: "Give it a value." });
});

it.each([
  ["shop url", "SHOP_URL"],
  ["1shop", "SHOP"],
  ["Shop-URL!", "SHOP_URL"],
  ["--", "SHOP_URL"],
])("proposes how %j should be written", (name, proposed) => {
  expect(errorsOfVariable({ name, value: "x" }).name).toBe(`“${name}” is not a name. Write ${proposed}.`);
});

it("says how long a value may be", () => {
  expect(errorsOfVariable({ name: "A", value: "x".repeat(1001) }).value).toBe("A value has at most 1,000 characters.");
});
