import { expect, it } from "vitest";

import { isOpen, stanceOf } from "./card";
import { AGENT, inMinutes, KOFI, NOON, sampleRow } from "./samples";

it("knows where a card stands, by the clock of now", () => {
  const held = { decision: "approve" as const, by: KOFI, at: inMinutes(0), starts_at: inMinutes(1), reason: null };
  const cancelling = { id: "run-1", status: "cancelling" as const, agent: AGENT };

  const stances = [
    sampleRow(),
    sampleRow({ held }),
    sampleRow({ expires_at: inMinutes(0) }),
    sampleRow({ run: cancelling }),
    sampleRow({ state: "approved" }),
    sampleRow({ state: "expired" }),
    sampleRow({ state: "superseded" }),
    sampleRow({ state: "cancelled" }),
  ].map((row) => stanceOf(row, NOON));

  expect(stances).toEqual(["open", "held", "expired", "stopped", "decided", "expired", "superseded", "cancelled"]);
  expect(isOpen(sampleRow({ held }), NOON)).toBe(false);
});
