// @vitest-environment node
import { expect, it } from "vitest";

import { rowsOf, settingsOf } from "@/features/agents/model/setting-rows";

it("what is typed becomes the value it looks like", () => {
  const typed = { temperature: "0.2", stream: "true", stop: '["a"]', effort: "low", version: '"4"', date: "2026-11-30" };
  expect(settingsOf(Object.entries(typed).map(([name, value]) => ({ name, value })))).toEqual({
    temperature: 0.2,
    stream: true,
    stop: ["a"],
    effort: "low",
    version: "4",
    date: "2026-11-30",
  });
});

it("rows and settings are the same both ways", () => {
  const settings = { a: 1, b: "two", c: "3", d: null, e: { f: [true] }, g: "true" };
  expect(settingsOf(rowsOf(settings))).toEqual(settings);
});

it("rows without a name say nothing", () => {
  expect(settingsOf([{ name: " ", value: "1" }])).toBeUndefined();
  expect(rowsOf("no record")).toEqual([]);
});
