// @vitest-environment node
import { expect, it } from "vitest";

import { partsOf, pointer, problemsAt, problemsIn, withField } from "@/features/studio/model/pointer";

it("a pointer and its parts are the same both ways", () => {
  expect(pointer("a/b", "c~d", 0)).toBe("/a~1b/c~0d/0");
  expect(partsOf("/a~1b/c~0d/0")).toEqual(["a/b", "c~d", "0"]);
  expect(partsOf("")).toEqual([]);
});

it("problems lie exactly there or inside, never beside", () => {
  const problems = ["/tool", "/tools", "/tools/1", "/toolsets/1"].map((at) => ({ code: "", message: "", pointer: at, line: 1, column: 1 }));
  expect(problemsAt(problems, "/tools").map((each) => each.pointer)).toEqual(["/tools"]);
  expect(problemsIn(problems, "/tools").map((each) => each.pointer)).toEqual(["/tools", "/tools/1"]);
});

it("a field is set or taken away, and the rest stays", () => {
  expect(withField({ a: 1 }, "b", 2)).toEqual({ a: 1, b: 2 });
  expect(withField({ a: 1, b: 2 }, "b", undefined)).toEqual({ a: 1 });
});
