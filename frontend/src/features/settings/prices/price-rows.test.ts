// @vitest-environment node
import { describe, expect, it } from "vitest";

import { found, isShipped, rowsOf, shippedSet, withNewPrice, withoutPrice, withPrice, type PriceField } from "@/features/settings/prices/price-rows";

const gpt = { provider: "openai_chat", model: "gpt-5", from: "2025-08-07", currency: "USD", input: "1.25", cached: "0.125", output: "10" };
const claude = { provider: "anthropic", model: "claude-opus-5", from: "2026-07-24", currency: "USD", input: 5, output: 25 };
const content = { prices: [gpt, claude] };

const rowsAfter = (field: PriceField, text: string) => withPrice(content, 0, field, text).prices as readonly object[];

describe("the rows of prices", () => {
  it("are texts, whatever a draft holds", () => {
    expect(rowsOf(content)[1]).toEqual({ provider: "anthropic", model: "claude-opus-5", from: "2026-07-24", currency: "USD", input: "5", cached: "", output: "25" });
    expect(rowsOf({})).toEqual([]);
    expect(rowsOf({ prices: ["broken"] })).toHaveLength(1);
  });

  it("keep money as it was typed, and leave out what is empty", () => {
    expect(withPrice(content, 0, "input", "1.250").prices).toEqual([{ ...gpt, input: "1.250" }, claude]);
    expect(Object.keys(rowsAfter("cached", "")[0] ?? {})).toEqual(["provider", "model", "from", "currency", "input", "output"]);
  });

  it("come and go; another price of a model begins as the one before", () => {
    expect(withoutPrice(content, 0).prices).toEqual([claude]);
    expect(withNewPrice(content, null, "2026-12-01").prices).toEqual([gpt, claude, { provider: "openai_chat", currency: "USD", from: "2026-12-01" }]);
    expect(withNewPrice(content, 0, "2026-12-01").prices).toEqual([gpt, { ...gpt, from: "2026-12-01" }, claude]);
    expect(withNewPrice({}, null, "2026-12-01").prices).toHaveLength(1);
  });

  it("are known as shipped while nobody changed them", () => {
    const shipped = shippedSet(content);

    expect(rowsOf(content).map((row) => isShipped(row, shipped))).toEqual([true, true]);
    expect(isShipped({ ...gpt, input: "1.250" }, shipped)).toBe(true);
    expect(isShipped({ ...gpt, input: "1.3" }, shipped)).toBe(false);
  });

  it("are found by model and provider", () => {
    expect(found(rowsOf(content), "opus anthro")).toEqual([1]);
    expect(found(rowsOf(content), "")).toEqual([0, 1]);
  });
});
