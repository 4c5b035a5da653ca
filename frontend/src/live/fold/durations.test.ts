import { expect, test } from "vitest";

import { millisecondsBetween } from "./durations";
import { readFixture } from "./fixtures";
import { Unreadable } from "./read";

test("durations are those that Python counts", () => {
  const pairs = readFixture("durations.json") as unknown as readonly { start: string | null; end: string | null; ms: number | null }[];
  for (const { start, end, ms } of pairs) expect(millisecondsBetween(start, end), `${start} to ${end}`).toBe(ms);
});

test.each(["yesterday", "2026-11-30", "2026-11-30T12:00:00", "2026-02-30T12:00:00Z", "2026-11-30T25:00:00Z"])(
  "%s is no instant",
  (text) => {
    expect(() => millisecondsBetween("2026-11-30T12:00:00.000Z", text)).toThrow(Unreadable);
  },
);
