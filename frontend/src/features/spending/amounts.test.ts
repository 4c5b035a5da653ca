import { describe, expect, it } from "vitest";

import * as amounts from "@/features/spending/amounts";
import { NO_COST, NO_USAGE, type CostView, type UsageView } from "@/live/fold/view";
import { money, moneyExact } from "@/text/money";

const usage = (more: Partial<UsageView>): UsageView => ({ ...NO_USAGE, ...more });
const cost = (nano: Record<string, number>, unknown = 0): CostView => ({ amounts: nano, unknown });
const USD = (dollars: number) => Math.round(dollars * 1e9);

describe("money", () => {
  it.each([
    [0, "$0.00"],
    [USD(12.4), "$12.40"],
    [USD(1240), "$1,240.00"],
    [USD(0.041), "$0.041"],
    [USD(0.0092135), "$0.00921"],
    [USD(0.0000468), "$0.0000468"],
    [3, "$0.000000003"],
    [USD(0.1), "$0.10"],
    [USD(0.99999), "$1.00"],
  ])("%i nano are %s", (nano, text) => {
    expect(money("USD", nano)).toBe(text);
  });

  it("never says nothing for something", () => {
    for (let nano = 1; nano < 1e13; nano *= 7) expect(money("EUR", nano)).toMatch(/[1-9]/);
    for (let nano = 1; nano < 1e13; nano *= 7) expect(money("JPY", nano)).toMatch(/[1-9]/);
  });

  it("has every digit where it must add up", () => {
    expect(moneyExact("USD", 9_213_501)).toBe("$0.009213501");
    expect(moneyExact("USD", USD(2))).toBe("$2.00");
  });

  it("writes a currency that no browser knows behind the number", () => {
    expect(money("credits", USD(1.5))).toBe("1.50 credits");
  });
});

describe("the words of a cost", () => {
  it.each([
    [NO_COST, "–"],
    [cost({}, 1), "not known"],
    [cost({ USD: USD(0.04) }), "$0.04"],
    [cost({ USD: USD(0.04) }, 2), "$0.04+"],
    [cost({ USD: USD(0.04), EUR: USD(1) }), "€1.00 + $0.04"],
  ])("%j is %s", (given, text) => {
    expect(amounts.costWords(given)).toBe(text);
  });

  it("says exactly what is known and what is not", () => {
    expect(amounts.costHint(cost({ USD: 46_801 }, 1))).toBe("$0.000046801. Not known for 1 try");
    expect(amounts.costHint(NO_COST)).toBeUndefined();
  });
});

describe("the words of tokens", () => {
  const some = usage({ input: 312, cached: 100, output: 18, reasoning: 5 });

  it("tells fresh input from cached, and reasoning from the rest", () => {
    expect(amounts.readWords(some)).toBe("212 fresh, 100 cached");
    expect(amounts.writtenWords(some)).toBe("18, of them 5 reasoning");
    expect(amounts.shortTokenWords(some)).toBe("212 fresh + 100 cached in, 18 out");
    expect(amounts.tokensOf(some).all).toBe(330);
  });

  it("says that nobody said", () => {
    expect(amounts.readWords(usage({ unknown: 1 }))).toBe("not known");
    expect(amounts.tokenHint({ ...some, unknown: 2 })).toContain("Not known for 2 tries");
  });

  it("has no fresh tokens below zero", () => {
    expect(amounts.tokensOf(usage({ input: 5, cached: 9 })).fresh).toBe(0);
  });
});

describe("shares", () => {
  const spent = (nano: Record<string, number>, tokens: number) => ({ usage: usage({ input: tokens }), cost: cost(nano) });

  it("are of the money where all of it is in one currency", () => {
    const total = spent({ USD: 4 }, 100);
    expect(amounts.measureOf(total)).toBe("cost");
    expect(amounts.shareOf(spent({ USD: 1 }, 90), total)).toBe(0.25);
  });

  it("are of the tokens where there are several currencies or no price", () => {
    expect(amounts.shareOf(spent({ USD: 1 }, 90), spent({ USD: 4, EUR: 1 }, 100))).toBe(0.9);
    expect(amounts.shareOf(spent({}, 10), spent({}, 100))).toBe(0.1);
    expect(amounts.shareOf(spent({}, 0), spent({}, 0))).toBe(0);
  });

  it.each([
    [0.64, "64%"],
    [0.004, "0.4%"],
    [0, "0%"],
  ])("%f is %s", (share, text) => {
    expect(amounts.shareWords(share)).toBe(text);
  });
});
