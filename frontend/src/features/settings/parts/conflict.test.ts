// @vitest-environment node
import { expect, it } from "vitest";

import { differing, merged } from "@/features/settings/parts/conflict";

const theirs = { name: "Shop", value: "https://theirs.example" };
const mine = { name: "Shop", value: "https://mine.example" };

it("names the fields in which two people differ", () => {
  expect(differing(["name", "value"], theirs, mine)).toEqual(["value"]);
  expect(differing(["name", "value"], theirs, theirs)).toEqual([]);
});

it("keeps what one wrote oneself unless the other was chosen", () => {
  expect(merged(theirs, mine, {})).toEqual(mine);
  expect(merged(theirs, mine, { value: "theirs" })).toEqual(theirs);
  expect(merged(theirs, { ...mine, name: "Store" }, { value: "theirs" })).toEqual({ name: "Store", value: "https://theirs.example" });
});
