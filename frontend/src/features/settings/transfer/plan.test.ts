// @vitest-environment node
import { expect, it } from "vitest";

import type { Change } from "@/features/settings/rest/shapes";
import { countsOf, inOrder, problemsOf, startOfLine } from "@/features/settings/transfer/plan";

const change = (name: string, kind: Change["change"]): Change => ({ kind: "tool", name, change: kind, before_text: null, after_text: "" });
const changes = [change("a", "same"), change("b", "changed"), change("c", "new")];

it("counts what changes and shows it first", () => {
  expect(countsOf(changes)).toEqual({ new: 1, changed: 1, same: 1 });
  expect(inOrder(changes).map((each) => each.name)).toEqual(["b", "c", "a"]);
});

it.each([
  [1, 0],
  [2, 2],
  [3, 5],
  [9, 6],
])("line %i begins at %i", (line, at) => {
  expect(startOfLine("a\nbb\nc", line)).toBe(at);
});

it("reads the problems of a refusal, and none where it has none", () => {
  const problem = { code: "unknown_construct", message: "", pointer: "", line: 3, column: 1 };

  expect(problemsOf({ problems: [problem] })).toEqual([problem]);
  expect(problemsOf({})).toEqual([]);
});
