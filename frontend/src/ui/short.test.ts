// @vitest-environment node
import { expect, it } from "vitest";

import { short } from "@/ui/short";

const FAMILY = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";

it.each([
  ["a".repeat(48), "a".repeat(48)],
  ["a".repeat(49), `${"a".repeat(47)}…`],
  ["a".repeat(44) + FAMILY, `${"a".repeat(44)}…`],
  [`${FAMILY} ${"a".repeat(60)}`, `${FAMILY} ${"a".repeat(38)}…`],
])("%s is %s", (text, shown) => {
  expect(short(text)).toBe(shown);
});
