import { expect, it } from "vitest";

import { momentWords } from "./moment";

it("names the day where it is not today", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");

  expect(momentWords(Date.parse("2026-11-30T14:44:00Z"), now, "UTC")).toBe("14:44");
  expect(momentWords(Date.parse("2026-12-01T14:44:00Z"), now, "UTC")).toBe("1 Dec, 14:44");
});
