import { describe, expect, it, test } from "vitest";

import { canonical } from "./canonical";
import { readFixture } from "./fold/fixtures";
import type { Json } from "./json";

test("every value is spelt as Python spells it", () => {
  for (const { value, text } of readFixture("canonical.json") as unknown as readonly { value: Json; text: string }[]) {
    expect(canonical(value)).toBe(text);
  }
});

describe("what the record never holds is refused", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800", "a\udc00", "\udc00\ud800", { "\ud800": 1 }])("%j", (value) => {
    expect(() => canonical(value)).toThrow(RangeError);
  });

  it("a function, and nothing at all", () => {
    expect(() => canonical([canonical])).toThrow(TypeError);
    expect(() => canonical({ a: undefined })).toThrow(TypeError);
  });
});
