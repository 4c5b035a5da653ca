// @vitest-environment node
import { describe, expect, it } from "vitest";

import type { ApprovalState, CallState, RunStatus, WaitingFor } from "@/api/types";
import { lookOfApproval, lookOfCall, lookOfRun, waitingOrder } from "@/ui/status-look";

const runs: Record<Exclude<RunStatus, "waiting">, [string, string]> = {
  queued: ["Queued", "queued"],
  running: ["Running", "running"],
  cancelling: ["Cancelling", "cancelled"],
  needs_attention: ["Needs attention", "attention"],
  completed: ["Completed", "succeeded"],
  failed: ["Failed", "failed"],
  cancelled: ["Cancelled", "cancelled"],
  timed_out: ["Timed out", "timedout"],
  rejected: ["Rejected", "failed"],
};

const waits: Record<WaitingFor, [string, string]> = {
  approval: ["Waiting for approval", "approval"],
  review: ["Waiting for review", "review"],
  input: ["Waiting for input", "input"],
  child: ["Waiting for a task", "running"],
  peer: ["Waiting for a peer", "running"],
  timer: ["Waiting for its time", "queued"],
  budget: ["Waiting for budget", "approval"],
};

const calls: Record<CallState, [string, string]> = {
  proposed: ["Proposed", "queued"],
  awaiting: ["Waiting for approval", "approval"],
  allowed: ["Allowed", "queued"],
  denied: ["Denied", "failed"],
  executing: ["Running", "running"],
  succeeded: ["Succeeded", "succeeded"],
  failed: ["Failed", "failed"],
  unknown: ["Outcome unknown", "attention"],
  rejected: ["Rejected", "failed"],
  expired: ["Expired", "timedout"],
  superseded: ["Superseded", "cancelled"],
  cancelled: ["Cancelled", "cancelled"],
};

const approvals: Record<ApprovalState, [string, string]> = {
  pending: ["Waiting for approval", "approval"],
  approved: ["Approved", "succeeded"],
  rejected: ["Rejected", "failed"],
  expired: ["Expired", "timedout"],
  superseded: ["Superseded", "cancelled"],
  cancelled: ["Cancelled", "cancelled"],
};

describe("a state has one word and one tone", () => {
  it.each(Object.entries(runs))("run %s", (state, [word, tone]) => {
    expect(lookOfRun(state as RunStatus)).toEqual({ word, tone, turning: state === "running" });
  });

  it.each(Object.entries(waits))("run waiting for %s", (what, [word, tone]) => {
    expect(lookOfRun("waiting", [what as WaitingFor])).toEqual({ word, tone, turning: false });
  });

  it.each(Object.entries(calls))("call %s", (state, [word, tone]) => {
    expect(lookOfCall(state as CallState)).toEqual({ word, tone, turning: state === "executing" });
  });

  it.each(Object.entries(approvals))("approval %s", (state, [word, tone]) => {
    expect(lookOfApproval(state as ApprovalState)).toEqual({ word, tone, turning: false });
  });
});

describe("a run that waits", () => {
  it("shows what comes first of several, whatever their order", () => {
    expect(lookOfRun("waiting", ["budget", "child", "review"]).word).toBe("Waiting for review");
    expect(waitingOrder).toEqual(["approval", "review", "input", "child", "peer", "timer", "budget"]);
  });

  it("names whom it waits for", () => {
    expect(lookOfRun("waiting", ["approval"], ["Jonas Weber", "you"]).word).toBe("Waiting for Jonas Weber, you");
    expect(lookOfRun("waiting", ["timer"], ["22:00"]).word).toBe("Waits until 22:00");
  });

  it("has a word while what it waits for is not known", () => {
    expect(lookOfRun("waiting", [])).toEqual({ word: "Waiting", tone: "queued", turning: false });
  });
});
