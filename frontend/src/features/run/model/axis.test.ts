import { describe, expect, it } from "vitest";

import { centred, moved, placeOf, tickText, ticks, wholeOf, wholeOfOpen, zoomed } from "@/features/run/model/axis";

describe("the time axis", () => {
  it("marks round times", () => {
    expect(ticks({ from: 0, to: 203_000 }, 8).map((each) => each / 1000)).toEqual([0, 30, 60, 90, 120, 150, 180]);
    expect(ticks({ from: 40, to: 260 }, 6)).toEqual([50, 100, 150, 200, 250]);
  });

  it("never marks more than asked, from a millisecond to a year", () => {
    for (const length of [1, 7, 900, 61_000, 5_000_000, 400_000_000, 31_000_000_000]) {
      const count = ticks(wholeOf(length), 8).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(9);
    }
  });

  it("writes a mark as short as its scale allows", () => {
    expect(tickText(90_000, { from: 0, to: 203_000 })).toBe("1:30");
    expect(tickText(250, { from: 0, to: 1_500 })).toBe("0.25 s");
    expect(tickText(5_400_000, { from: 0, to: 9_000_000 })).toBe("1 h 30");
    expect(tickText(172_800_000, { from: 0, to: 600_000_000 })).toBe("2 d");
  });

  it("leaves room behind the end", () => {
    expect(placeOf(191_000, wholeOf(191_000))).toBeCloseTo(94);
    expect(wholeOf(0).to).toBeGreaterThan(0);
  });

  it("stands still while the run goes on, and grows in steps", () => {
    expect(wholeOfOpen(4_000)).toEqual(wholeOfOpen(4_050));
    for (const length of [0, 500, 1_000, 61_000, 86_400_000]) {
      const place = placeOf(length, wholeOfOpen(length));
      expect(place).toBeLessThanOrEqual(94);
      if (length > 1_000) expect(place).toBeGreaterThan(74);
    }
  });

  it("zooms around an instant, and never beyond the whole", () => {
    const whole = { from: 0, to: 100_000 };
    const near = zoomed(whole, 2, 25_000, whole);

    expect(near).toEqual({ from: 12_500, to: 62_500 });
    expect(placeOf(25_000, near)).toBeCloseTo(placeOf(25_000, whole));
    expect(zoomed(near, 0.01, 25_000, whole)).toEqual(whole);
    expect(zoomed(whole, 1e9, 0, whole)).toEqual({ from: 0, to: 20 });
  });

  it("moves within the whole", () => {
    const whole = { from: 0, to: 100 };

    expect(moved({ from: 10, to: 30 }, 200, whole)).toEqual({ from: 80, to: 100 });
    expect(moved({ from: 10, to: 30 }, -200, whole)).toEqual({ from: 0, to: 20 });
    expect(centred({ from: 10, to: 30 }, 50, whole)).toEqual({ from: 40, to: 60 });
  });
});
