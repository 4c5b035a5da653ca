import { expect, test } from "vitest";

import { storedTraces, TRACE_FILES } from "@/live/fold/fixtures";

import { summaryOf } from "./summary";

const at = "2026-11-30T12:00:00.000Z";

test.each([
  ["run_created", { input: "My jacket\narrived torn." }, "My jacket arrived torn."],
  ["run_created", { input: { ref: "b", size: 9_000, head: "Once" } }, "Once"],
  ["model_call_started", { model: "nord-1", provider: "scripted" }, "nord-1 at scripted"],
  ["model_attempt_failed", { attempt: 2, code: "provider_rate_limited" }, "try 2: provider_rate_limited"],
  ["model_call_completed", { text: "", finish_reason: "tool_calls", calls: [1, 2] }, "tool_calls, 2 calls"],
  ["tool_call_proposed", { tool: "erase", outcome: "deny", sentence: "" }, "erase: deny"],
  ["approval_requested", { revision: 2, sentence: "Refund EUR 129" }, "card 2: Refund EUR 129"],
  ["approval_decided", { decision: "reject", by: { name: "Ann" }, reason: "wrong order" }, "reject by Ann: wrong order"],
  ["tool_call_completed", { kind: "ok", content: "" }, "ok"],
  ["run_waiting", { waiting_for: ["approval", "timer"] }, "approval, timer"],
  ["run_failed", { code: "budget_spent", message: "No." }, "budget_spent: No."],
  ["invented_later", { anything: 1 }, ""],
  ["run_created", { input: 7 }, ""],
  ["run_created", { input: "🎺".repeat(200) }, `${"🎺".repeat(150)}…`],
])("%s says what is particular to it", (kind, payload, text) => {
  expect(summaryOf({ seq: 1, at, kind, payload })).toBe(text);
});

test("every stored event has a line without a break", () => {
  for (const file of TRACE_FILES) {
    for (const { events } of storedTraces(file)) {
      for (const event of events) expect(summaryOf(event)).not.toMatch(/[\n\r\u2028]/);
    }
  }
});
