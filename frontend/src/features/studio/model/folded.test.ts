// @vitest-environment node
import { expect, it } from "vitest";

import { diffRows } from "@/features/studio/model/diff";
import { foldedRows } from "@/features/studio/model/folded";

const text = (count: number, changed: number) => Array.from({ length: count }, (_, index) => (index === changed ? "new" : `line ${index}`)).join("\n");
const rows = diffRows(text(30, -1), text(30, 15));
const shown = (open: number[]) => foldedRows(rows, new Set(open)).map((part) => part.fold ?? ".").join(" ");

it("what is alike is folded, but for what stands next to a change", () => {
  expect(shown([])).toBe("12 . . . . . . . 11");
});

it("a fold that was opened shows its rows, and nothing is lost", () => {
  expect(shown([0]).startsWith(". . . . . . . . . . . . .")).toBe(true);
  expect(foldedRows(rows, new Set([0, 19])).every((part) => part.fold === undefined)).toBe(true);
  expect(foldedRows(rows, new Set([0, 19]))).toHaveLength(30);
});

it("texts that are the same are one fold", () => {
  expect(foldedRows(diffRows(text(9, -1), text(9, -1)), new Set())).toHaveLength(1);
});
