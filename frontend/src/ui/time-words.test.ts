// @vitest-environment node
import { describe, expect, it } from "vitest";

import { agoWords, clockWords, durationWords, exactWords, expiryWords, runningWords, shareWords, spanWords, traceClockWords } from "@/ui/time-words";

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;
const ZONE = "Europe/Berlin";
const now = Date.parse("2026-11-30T13:31:52Z");

describe("durations", () => {
  it.each([
    [0, "0.0 s"],
    [800, "0.8 s"],
    [15_749, "15.7 s"],
    [59_940, "59.9 s"],
    [60 * S, "1:00"],
    [3 * M + 11 * S, "3:11"],
    [59 * M + 59 * S, "59:59"],
    [H, "1 h"],
    [H + 40 * M, "1 h 40"],
    [2 * H + 5 * M, "2 h 05"],
    [D, "1 day"],
    [3 * D + 5 * H, "3 days"],
    [-5, "0.0 s"],
  ])("%i ms is %s", (length, words) => {
    expect(durationWords(length)).toBe(words);
  });

  it("never rounds up into a minute that has not passed", () => {
    expect(durationWords(59_999)).toBe("0:59");
  });

  it("counts whole seconds while it grows", () => {
    expect(runningWords(6400)).toBe("6 s");
    expect(runningWords(71 * S)).toBe("1:11");
  });

  it("has a digit for a share that is short", () => {
    expect([800, 9_960, 10_400, 71 * S].map(shareWords)).toEqual(["0.8 s", "9.9 s", "10 s", "1:11"]);
  });
});

describe("ages and expiries", () => {
  it.each([
    [40 * S, "40 s"],
    [12 * M + 59 * S, "12 min"],
    [H + 40 * M, "1 h 40"],
    [5 * H, "5 h"],
    [30 * H, "1 day"],
  ])("%i ms is %s", (length, words) => {
    expect(spanWords(length)).toBe(words);
  });

  it("says just now under a minute", () => {
    expect(agoWords(now - 20 * S, now)).toBe("just now");
    expect(agoWords(now - M, now)).toBe("1 min ago");
  });

  it("is soon under 15 minutes and not at 15", () => {
    expect(expiryWords(now + 15 * M - 1, now)).toEqual({ text: "14 min", soon: true, over: false });
    expect(expiryWords(now + 15 * M, now)).toEqual({ text: "15 min", soon: false, over: false });
  });

  it("is over at its instant", () => {
    expect(expiryWords(now, now)).toEqual({ text: "expired", soon: true, over: true });
  });
});

describe("clock times", () => {
  it.each([
    ["2026-11-30T13:28:00Z", "14:28"],
    ["2026-11-29T22:59:00Z", "29 Nov"],
    ["2026-11-29T23:30:00Z", "00:30"],
    ["2026-09-03T10:00:00Z", "3 Sep"],
    ["2025-11-30T13:28:00Z", "30 Nov 2025"],
  ])("%s is %s in the zone of the viewer", (at, words) => {
    expect(clockWords(Date.parse(at), now, ZONE)).toBe(words);
  });

  it("has seconds in traces, and the day where it is another", () => {
    expect(traceClockWords(Date.parse("2026-11-30T13:31:20Z"), now, ZONE)).toBe("14:31:20");
    expect(traceClockWords(Date.parse("2026-11-28T13:31:20Z"), now, ZONE)).toBe("28 Nov 14:31:20");
  });

  it("has the exact instant with zone and UTC", () => {
    expect(exactWords(Date.parse("2026-11-30T13:31:52.007Z"), ZONE)).toBe("30 Nov 2026, 14:31:52.007 CET · 13:31:52 UTC");
  });
});
