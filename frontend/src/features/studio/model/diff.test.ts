// @vitest-environment node
import { expect, it } from "vitest";

import { changedRange, countChanges, diffRows } from "@/features/studio/model/diff";

const shown = (before: string[], after: string[]) =>
  diffRows(before.join("\n"), after.join("\n")).map(({ kind, before: old, after: fresh }) => [kind, old?.text ?? null, fresh?.text ?? null]);

it("the same texts have no changes", () => {
  expect(countChanges(diffRows("a\nb\n", "a\nb"))).toBe(0);
  expect(diffRows("", "")).toEqual([]);
});

it("a changed line stands beside what it was", () => {
  expect(shown(["a", "b", "c"], ["a", "B", "c"])).toEqual([
    ["same", "a", "a"],
    ["changed", "b", "B"],
    ["same", "c", "c"],
  ]);
});

it("lines that came or went have nothing beside them", () => {
  expect(shown(["a", "c"], ["a", "b", "c", "d"])).toEqual([
    ["same", "a", "a"],
    ["added", null, "b"],
    ["same", "c", "c"],
    ["added", null, "d"],
  ]);
  expect(shown(["a", "b"], [])).toEqual([
    ["removed", "a", null],
    ["removed", "b", null],
  ]);
});

it("numbers are those of each text", () => {
  const rows = diffRows("a\nb\nc\nd", "c\nd\ne");
  expect(rows.filter((row) => row.kind === "same").map((row) => [row.before?.line, row.after?.line])).toEqual([
    [3, 1],
    [4, 2],
  ]);
});

it("both texts can be read off the rows, whatever they are, and no shorter way is missed", () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const text = () => Array.from({ length: random(12) }, () => "abc"[random(3)] ?? "");
  for (let round = 0; round < 300; round++) {
    const [before, after] = [text(), text()];
    const rows = diffRows(before.join("\n"), after.join("\n"));
    expect(rows.flatMap((row) => row.before?.text ?? [])).toEqual(before);
    expect(rows.flatMap((row) => row.after?.text ?? [])).toEqual(after);
    expect(rows.filter((row) => row.kind === "same")).toHaveLength(longestCommon(before, after));
  }
});

it("texts that differ all over are answered at once", () => {
  const text = (letter: string) => Array.from({ length: 3000 }, (_, index) => `${letter}${index}`).join("\n");
  expect(diffRows(text("a"), text("b"))).toHaveLength(3000);
});

it("places that lie together are one change", () => {
  expect(countChanges(diffRows("a\nb\nc\nd\ne", "a\nB\nC\nd\nE"))).toBe(2);
});

it("only what differs within a line is marked", () => {
  expect(changedRange("steps: 20", "steps: 25")).toEqual({ before: [8, 9], after: [8, 9] });
  expect(changedRange("aa", "aaa")).toEqual({ before: [2, 2], after: [2, 3] });
});

function longestCommon(a: string[], b: string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const row = [0];
    b.forEach((other, j) => row.push(line === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0)));
    above = row;
  }
  return above[b.length] ?? 0;
}
