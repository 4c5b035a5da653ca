import { expect, it } from "vitest";

import { inMinutes, MINUTE, NOON, sampleRow } from "./samples";
import { nextCut, sectionsOf } from "./sections";

it("cuts the inbox by what expires within 15 minutes, then by risk, soonest first in each", () => {
  const rows = [
    sampleRow({ id: "low", risk: "low", expires_at: inMinutes(600) }),
    sampleRow({ id: "late", risk: "high", expires_at: inMinutes(300) }),
    sampleRow({ id: "high", risk: "high", expires_at: inMinutes(16) }),
    sampleRow({ id: "soon-low", risk: "low", expires_at: inMinutes(12) }),
    sampleRow({ id: "medium", risk: "medium", expires_at: inMinutes(20) }),
    sampleRow({ id: "soonest", risk: "medium", expires_at: inMinutes(3) }),
  ];

  const cut = sectionsOf(rows, NOON).map(({ id, rows: inside }) => [id, inside.map((row) => row.id)]);

  expect(cut).toEqual([
    ["soon", ["soonest", "soon-low"]],
    ["high", ["high", "late"]],
    ["medium", ["medium"]],
    ["low", ["low"]],
  ]);
});

it("breaks ties by id, whatever order the rows come in", () => {
  const rows = ["c", "a", "b"].map((id) => sampleRow({ id }));

  expect(sectionsOf(rows, NOON)[0]?.rows.map((row) => row.id)).toEqual(["a", "b", "c"]);
});

it("knows when the cut changes by itself", () => {
  const rows = [sampleRow({ expires_at: inMinutes(20) }), sampleRow({ expires_at: inMinutes(5) })];

  expect(nextCut(rows, NOON)).toBe(NOON + 5 * MINUTE);
  expect(nextCut(rows.slice(1), NOON)).toBeNull();
});
