// @vitest-environment node
import { expect, it } from "vitest";

import { acts } from "@/text/run";
import { events } from "@/text/run-events";

it("words of the sheet of keys begin small, as everywhere in it", () => {
  const shorts = Object.entries({ ...acts, ...events }).flatMap(([name, text]) => (name.endsWith("Short") && typeof text === "string" ? [text] : []));
  expect(shorts.length).toBeGreaterThan(15);
  expect([...shorts, acts.tabShort("Story")].filter((text) => /^[A-Z]/.test(text))).toEqual([]);
});
