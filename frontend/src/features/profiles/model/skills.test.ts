// @vitest-environment node
import { expect, it } from "vitest";

import { isText, moved, sizeOf, skillsOf } from "@/features/profiles/model/skills";

it("one skill may stand without a list", () => {
  expect(skillsOf({ skills: "one" })).toEqual(["one"]);
  expect(skillsOf({ skills: ["one", 2] })).toEqual(["one", "2"]);
  expect(skillsOf({})).toEqual([]);
});

it("a skill moves, and no further than to an end", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

it("signs are counted, not their codes", () => {
  expect(sizeOf(["ab", "🙂"])).toBe(3);
});

it("a picture is no text", () => {
  expect([isText("# Refunds\n"), isText("GIF89a\u0000"), isText("\ufffdPNG")]).toEqual([true, false, false]);
});
