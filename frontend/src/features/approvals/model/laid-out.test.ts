import { expect, it } from "vitest";

import { laidOut } from "./laid-out";

it("lays JSON out and leaves all other text alone", () => {
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(laidOut("{not json}")).toBe("{not json}");
});
