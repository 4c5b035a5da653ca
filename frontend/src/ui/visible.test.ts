// @vitest-environment node
import { describe, expect, it } from "vitest";

import { visible, visibleParts } from "@/ui/visible";

describe("foreign text", () => {
  it.each([
    ["plain", "plain"],
    ["Grüße, 日本語, ünï", "Grüße, 日本語, ünï"],
    ["a\u202eb", "a⟨U+202E⟩b"],
    ["a\u200bb", "a⟨U+200B⟩b"],
    ["a\nb", "a⟨U+000A⟩b"],
    ["a\u00a0b", "a⟨U+00A0⟩b"],
    ["\u{e0041}", "⟨U+E0041⟩"],
    ["⟨U+202E⟩", "⟨U+27E8⟩U+202E⟩"],
    ["a\u3164b", "a⟨U+3164⟩b"],
    ["a\ufe0fb", "a⟨U+FE0F⟩b"],
  ])("on a line of decision %j is %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("keeps lines, tabs and emoji in prose", () => {
    const text = "Dear all,\n\tthank you 👩‍💻 ❤️ 1️⃣ 5\u00a0€";

    expect(visibleParts(text, "prose")).toEqual([{ text }]);
  });

  it.each(["\u202e", "\u2066", "\u200f", "\u0007", "\u200b", "\ufeff", "\u{e0041}"])("shows %j in prose too", (sign) => {
    expect(visibleParts(`a${sign}b`, "prose")[1]?.code).toBeDefined();
  });

  it("marks a joiner between letters, where it hides something", () => {
    expect(visibleParts("pass\u200dword", "prose").map((part) => part.code)).toEqual([undefined, "200D", undefined]);
  });
});
