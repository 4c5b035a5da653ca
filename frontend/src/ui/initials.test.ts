// @vitest-environment node
import { expect, it } from "vitest";

import { initials, toneOf } from "@/ui/initials";

it.each([
  ["Priya Nair", "PN"],
  ["Jonas van der Weber", "JW"],
  ["support-api", "SU"],
  ["demo@baton.example", "DE"],
  ["Ö", "Ö"],
  ["", ""],
])("the initials of %s are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it("a person keeps one of four tones", () => {
  const tones = ["Priya Nair", "Jonas Weber", "Ana Ruiz", "Kofi Larsen", "Mei Tanaka"].map(toneOf);

  expect(tones).toEqual(["Priya Nair", "Jonas Weber", "Ana Ruiz", "Kofi Larsen", "Mei Tanaka"].map(toneOf));
  expect(tones.every((tone) => tone >= 1 && tone <= 4)).toBe(true);
});
