/** Rows and cards for tests. */

import type { RunDetail } from "@/api/types";

import type { ApprovalCard, ApprovalRow } from "./card";

export const NOON = Date.parse("2026-11-30T12:00:00Z");
export const MINUTE = 60_000;

export function inMinutes(minutes: number): string {
  return new Date(NOON + minutes * MINUTE).toISOString();
}

export const AGENT = { id: "agent-1", name: "refund-desk" };
export const ANA = { kind: "user" as const, id: "user-ana", name: "Ana Ruiz" };
export const KOFI = { kind: "user" as const, id: "user-kofi", name: "Kofi Larsen" };

export function sampleRow(change: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id: "approval-1",
    project_id: "project-1",
    run: { id: "run-1", status: "waiting", agent: AGENT },
    call_id: "call-1",
    revision: 1,
    state: "pending",
    version: 1,
    sentence: "Refund EUR 240 for order NL-1042",
    tool: "issue_refund",
    host: "shop.example",
    effect_class: "keyed",
    rule: { id: "rule-3", text: "Refunds above EUR 50 need a person" },
    because: [],
    created_at: inMinutes(-2),
    expires_at: inMinutes(120),
    decision: null,
    consumed_at: null,
    risk: "medium",
    grace_seconds: 0,
    held: null,
    ...change,
  };
}

export function sampleCard(change: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    ...sampleRow(),
    run: { id: "run-1", status: "waiting", agent: AGENT, input_head: "The parka has a torn seam.", requester: ANA },
    credential: null,
    arguments: { order: "NL-1042", amount: 240, reason: "Damaged in transit" },
    digest: "9f3ac1d2".repeat(8),
    binding: {},
    execute_within_seconds: 3600,
    call: { id: "call-1", state: "awaiting", result: null },
    input_schema: {
      type: "object",
      properties: {
        order: { type: "string", description: "Order number, such as NL-1042" },
        amount: { type: "number", description: "Amount in EUR" },
        reason: { type: "string", description: "Why the customer gets it back" },
      },
    },
    method: "POST",
    url_path: "/refunds",
    ...change,
  };
}

type Step = RunDetail["steps"][number];
type Call = RunDetail["calls"][number];

export function sampleStep(change: Partial<Step>): Step {
  const usage = { input: 1, cached: 0, output: 1, reasoning: 0, unknown: 0 };
  return {
    id: "step-1",
    number: 1,
    model: "scripted",
    provider: "scripted",
    state: "succeeded",
    started_at: inMinutes(-3),
    ended_at: inMinutes(-3),
    duration_ms: 1,
    text: "",
    reasoning: "",
    finish_reason: null,
    usage,
    cost: { amounts: {}, unknown: 0 },
    target: 0,
    attempts: [],
    calls: [],
    output: null,
    task: null,
    ...change,
  };
}

export function sampleCall(change: Partial<Call>): Call {
  return {
    id: "call-1",
    step: "step-1",
    index: 0,
    tool: "issue_refund",
    provider_id: null,
    requested: "{}",
    state: "awaiting",
    tool_version: null,
    arguments: null,
    sentence: null,
    host: null,
    effect_class: null,
    outcome: null,
    rule: null,
    problem: null,
    approvals: [],
    execution: 0,
    started_at: null,
    ended_at: null,
    duration_ms: null,
    result: null,
    content: "",
    code: null,
    message: null,
    status: null,
    body: null,
    late: false,
    ...change,
  };
}

export function sampleRun(change: Partial<RunDetail> = {}): RunDetail {
  return {
    id: "run-1",
    project_id: "project-1",
    status: "waiting",
    waiting_for: ["approval"],
    agent: { ...AGENT, version: 3, version_id: "version-3" },
    orchestration: null,
    requester: ANA,
    limits: { steps: 20, tokens: null },
    steps_used: 2,
    tokens_used: 0,
    deadline_at: inMinutes(600),
    created_at: inMinutes(-5),
    started_at: inMinutes(-5),
    ended_at: null,
    trace_id: "trace",
    last_seq: 9,
    claims: 1,
    version: 2,
    input: "The parka has a torn seam.",
    output: null,
    model: { provider: "scripted", name: "scripted", scripted: true },
    steps: [],
    calls: [],
    approvals: [],
    plan: null,
    tasks: [],
    usage: { input: 1, cached: 0, output: 1, reasoning: 0, unknown: 0 },
    cost: { amounts: {}, unknown: 0 },
    error: null,
    attention: null,
    cancel: null,
    duration_ms: null,
    ignored: 0,
    ...change,
  };
}
