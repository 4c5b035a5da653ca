import { expect, it } from "vitest";

import { dropGone, dropRow, type LiveRows, mergeRows, moveBy, neighbourOf, NO_ROWS, showWaiting } from "./live-rows";
import { sampleRow } from "./samples";

const A = sampleRow({ id: "a" });
const B = sampleRow({ id: "b" });
const C = sampleRow({ id: "c" });
const READING = { atTop: false, untouched: false };
const STILL = { atTop: true, untouched: true };
const list = mergeRows(NO_ROWS, [A, B], READING);

function ids(rows: LiveRows): string[] {
  return rows.listed.map(({ row, gone }) => (gone ? `(${row.id})` : row.id));
}

it("changes a known row in place", () => {
  const changed = mergeRows(list, [B, { ...A, version: 2 }], READING);

  expect(ids(changed)).toEqual(["a", "b"]);
  expect(changed.listed[0]?.row.version).toBe(2);
});

it("holds a new row back while somebody reads, and lets it in at their word", () => {
  const merged = mergeRows(list, [A, C, B], READING);
  expect(ids(merged)).toEqual(["a", "b"]);
  expect(merged.waiting).toEqual([C]);

  expect(ids(showWaiting(merged))).toEqual(["a", "b", "c"]);
});

it("lets a row in at once that the person asked for", () => {
  expect(ids(mergeRows(list, [A, B, C], READING, new Set(["c"])))).toEqual(["a", "b", "c"]);
});

it("lets a new row in by itself when the list stands at its top, untouched", () => {
  expect(ids(mergeRows(list, [A, B, C], STILL))).toEqual(["a", "b", "c"]);
});

it("dims what is gone and drops it when the person moves on", () => {
  const merged = mergeRows(list, [B], STILL);
  expect(ids(merged)).toEqual(["(a)", "b"]);

  expect(ids(dropGone(merged, "a"))).toEqual(["(a)", "b"]);
  expect(ids(dropGone(merged, "b"))).toEqual(["b"]);
});

it("takes a row back that has come back", () => {
  expect(ids(mergeRows(mergeRows(list, [B], STILL), [A, B], READING))).toEqual(["a", "b"]);
});

it("goes to the row after a decided one, else to the one before it", () => {
  expect(neighbourOf(["a", "b", "c"], "b")).toBe("c");
  expect(neighbourOf(["a", "b"], "b")).toBe("a");
  expect(neighbourOf(["a"], "a")).toBeNull();
  expect(ids(dropRow(list, "a"))).toEqual(["b"]);
});

it("moves by rows and stops at both ends", () => {
  expect(moveBy(["a", "b"], "a", 1)).toBe("b");
  expect(moveBy(["a", "b"], "b", 1)).toBe("b");
  expect(moveBy(["a", "b"], "a", -1)).toBe("a");
  expect(moveBy(["a", "b"], null, 1)).toBe("a");
  expect(moveBy([], null, 1)).toBeNull();
});
