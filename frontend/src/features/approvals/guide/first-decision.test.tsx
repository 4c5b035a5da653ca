import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { NOON } from "../model/samples";
import { FirstDecision } from "./first-decision";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ["while the call has not started", 6_000, true],
  ["not after it has started", -1_000, false],
  ["not of a decision that counted at once", null, false],
])("says that it can be taken back %s", (_when, left, said) => {
  const startsAt = left === null ? null : Date.now() + left;
  render(<FirstDecision guide={{ step: 2, isDone: true, run: null, startsAt, next: () => undefined, close: () => undefined }} />);

  const text = screen.getByRole("status").textContent;
  expect(text).toContain("Decided. Watch what the agent makes of it");
  expect(text.includes("take it back")).toBe(said);
});
