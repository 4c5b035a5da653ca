/** Runs as events, for tests: `view(...)` folds them with the product's own fold. */

import type { Json, JsonObject } from "@/live/json";
import type { TraceEvent } from "@/live/fold/events";
import { fold } from "@/live/fold/fold";
import type { RunView } from "@/live/fold/view";

/** Seconds after 14:28 UTC, kind, payload. */
export type Told = readonly [seconds: number, kind: string, payload: JsonObject];

export const SENTENCE = "Refund EUR 129 for order NL-1042";
const START = Date.UTC(2026, 10, 30, 14, 28);
const RULE = { id: "r", text: "Refunds above EUR 50 need a person." };
export const JONAS = { kind: "user", id: "j", name: "Jonas Weber" };

export function at(seconds: number): string {
  return new Date(START + Math.round(seconds * 1000)).toISOString();
}

export function events(...told: readonly Told[]): TraceEvent[] {
  return told.map(([seconds, kind, payload], index) => ({ seq: index + 1, at: at(seconds), kind, payload }));
}

export function view(...told: readonly Told[]): RunView {
  return fold(events(...told));
}

export function created(seconds = 0, more: JsonObject = {}): Told {
  return [
    seconds,
    "run_created",
    {
      agent: { id: "a", name: "refund-desk", version: 3, version_id: "v" },
      input: "My jacket arrived torn.",
      requester: { kind: "user", id: "u", name: "Mara Lind" },
      deadline_at: at(3600),
      limits: { steps: 20, tokens: 50_000 },
      model: { provider: "openai", name: "nord-1", scripted: false },
      ...more,
    },
  ];
}

export function asked(seconds: number, step = "s1", number = 1): Told {
  return [seconds, "model_call_started", { step, number, model: "nord-1", provider: "openai" }];
}

export function replied(seconds: number, calls: readonly string[], more: JsonObject = {}, step = "s1"): Told {
  return [
    seconds,
    "model_call_completed",
    {
      step,
      attempt: 1,
      text: "",
      calls: calls.map((id) => ({ id, provider_id: id, name: "issue_refund", arguments: "{}" })),
      finish_reason: calls.length > 0 ? "tool_calls" : "stop",
      usage: { input: 312, cached: 100, output: 18, reasoning: null },
      model: "nord-1",
      duration_ms: 20,
      ...more,
    },
  ];
}

export function tryFailed(seconds: number, attempt: number, retry_in_ms: number | null, more: JsonObject = {}): Told {
  return [
    seconds,
    "model_attempt_failed",
    { step: "s1", attempt, code: "provider_rate_limited", message: "429: slow down", retry_in_ms, duration_ms: 400, ...more },
  ];
}

export function proposed(seconds: number, outcome: string | null, call = "c1", more: JsonObject = {}): Told {
  return [
    seconds,
    "tool_call_proposed",
    {
      call,
      step: "s1",
      index: 0,
      tool: "issue_refund",
      tool_version: "t",
      arguments: { order: "NL-1042", amount: 129 },
      sentence: SENTENCE,
      host: "shop.example",
      effect_class: "keyed",
      outcome,
      rule: RULE,
      problem: null,
      ...more,
    },
  ];
}

export function requested(seconds: number, call = "c1", approval = "p1", because: readonly string[] = []): Told {
  return [
    seconds,
    "approval_requested",
    {
      approval,
      call,
      revision: because.length > 0 ? 2 : 1,
      digest: "3f9a1c22",
      sentence: SENTENCE,
      tool: "issue_refund",
      host: "shop.example",
      credential: "Shop key",
      arguments: { order: "NL-1042", amount: 129 },
      effect_class: "keyed",
      rule: RULE,
      expires_at: at(900),
      because,
    },
  ];
}

export const waiting = (seconds: number): Told => [seconds, "run_waiting", { waiting_for: ["approval"] }];

export function decided(seconds: number, decision = "approve", reason = "", approval = "p1", call = "c1"): Told {
  return [seconds, "approval_decided", { approval, call, decision, reason, decided_at: at(seconds), by: JONAS }];
}

export const about = (seconds: number, kind: string, more: JsonObject = {}): Told => [
  seconds,
  kind,
  { approval: "p1", call: "c1", ...more },
];

export const calling = (seconds: number, call = "c1", execution = 1): Told => [
  seconds,
  "tool_call_started",
  { call, execution },
];

export function ended(seconds: number, kind = "ok", more: Record<string, Json> = {}): Told {
  return [
    seconds,
    "tool_call_completed",
    { call: "c1", kind, content: '{"refund":"R-1"}', code: null, duration_ms: null, status: kind === "ok" ? 201 : null, body: null, ...more },
  ];
}

export const end = (seconds: number, kind: string, payload: JsonObject = {}): Told => [seconds, kind, payload];

/** Asked at 2, waiting until 63, refunded at 64, answered at 66. */
export const REFUNDED: readonly Told[] = [
  created(),
  asked(0.5),
  replied(2, ["c1"]),
  proposed(2, "ask"),
  requested(2),
  waiting(2),
  decided(63, "approve", "Photo is clear"),
  calling(63.5),
  ended(64),
  asked(64.2, "s2", 2),
  replied(66, [], { text: "The money is on its way." }, "s2"),
  end(66, "run_completed", { output: "The money is on its way." }),
];

/** Of an attempt that read 312 tokens, 100 of them cached, and wrote 18. */
export const USED: JsonObject = { input: 312, cached: 100, output: 18, reasoning: 5 };

export function costs(nano: number, currency = "USD"): JsonObject {
  return { currency, nano };
}

/** The agent's own model fails twice, the second time after it had read; its first fallback answers. */
export const FELL_BACK: readonly Told[] = [
  created(),
  asked(0),
  tryFailed(1, 1, 2000, { provider: "openai", model: "nord-1" }),
  tryFailed(5, 2, 0, {
    code: "malformed_stream",
    message: "The stream ended early.",
    provider: "openai",
    model: "nord-1",
    duration_ms: 1800,
    usage: { input: 300, cached: null, output: 4, reasoning: null },
    cost: costs(1_200_000),
    next: { target: 1, provider: "anthropic", model: "sud-2" },
  }),
  replied(8, [], { attempt: 3, text: "Hi", model: "sud-2", provider: "anthropic", target: 1, usage: USED, cost: costs(3_400_567), duration_ms: 2500 }),
  end(8, "run_completed", { output: "Hi" }),
];

export function rung(seconds: number, name: string, problem: string | null = null, step = "s1"): Told {
  return [seconds, "output_rung", { step, rung: name, result: problem === null ? "held" : "passed", problem, message: problem }];
}

export function read(seconds: number, outcome: "accepted" | "refused", more: JsonObject = {}, step = "s1"): Told {
  return [
    seconds,
    "output_read",
    { step, outcome, attempt: 1, stage: null, words_around: false, coerced: [], problem: null, message: null, value: null, ...more },
  ];
}

/** The answer owes an object: words are refused and told why, then an object in a fence is accepted. */
export const ASKED_AGAIN: readonly Told[] = [
  created(),
  asked(0),
  replied(1, [], { text: "I would refund it." }),
  rung(1, "strict", "not_json"),
  read(1, "refused", { problem: "not_json", message: "It is not one JSON object." }),
  asked(1.1, "s2", 2),
  replied(3, [], { text: '```json\n{"refund": true, "amount": 12345678901234567890}\n```' }, "s2"),
  rung(3, "strict", "not_json", "s2"),
  rung(3, "fence", null, "s2"),
  rung(3, "contract", null, "s2"),
  read(3, "accepted", { stage: "fence", words_around: true, value: '{"amount":12345678901234567890,"refund":true}' }, "s2"),
  end(3, "run_completed", { output: '{"amount":12345678901234567890,"refund":true}' }),
];
