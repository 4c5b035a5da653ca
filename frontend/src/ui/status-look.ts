/** The word, colour and shape of every state: one of each, the same on all screens. Pure. */

import { approval, call, status, waiting } from "@/text/common";
import type { ApprovalState, CallState, RunStatus, StepState, WaitingFor } from "@/api/types";

/** A colour of state, named as its tokens are. */
export type Tone =
  | "queued"
  | "running"
  | "approval"
  | "review"
  | "input"
  | "succeeded"
  | "failed"
  | "cancelled"
  | "timedout"
  | "attention";

export interface StatusLook {
  word: string;
  /** Names the colour and the shape: one state never shares a shape with another colour. */
  tone: Tone;
  turning: boolean;
}

/** Which one is shown when a run waits for several things. */
export const waitingOrder: readonly WaitingFor[] = [
  "approval",
  "review",
  "input",
  "child",
  "peer",
  "timer",
  "budget",
];

const runTones: Record<Exclude<RunStatus, "waiting">, Tone> = {
  queued: "queued",
  running: "running",
  cancelling: "cancelled",
  needs_attention: "attention",
  completed: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "timedout",
  rejected: "failed",
};

const waitingTones: Record<WaitingFor, Tone> = {
  approval: "approval",
  review: "review",
  input: "input",
  child: "running",
  peer: "running",
  timer: "queued",
  budget: "approval",
};

const callTones: Record<CallState, Tone> = {
  proposed: "queued",
  awaiting: "approval",
  allowed: "queued",
  denied: "failed",
  executing: "running",
  succeeded: "succeeded",
  failed: "failed",
  unknown: "attention",
  rejected: "failed",
  expired: "timedout",
  superseded: "cancelled",
  cancelled: "cancelled",
};

const approvalTones: Record<ApprovalState, Tone> = {
  pending: "approval",
  approved: "succeeded",
  rejected: "failed",
  expired: "timedout",
  superseded: "cancelled",
  cancelled: "cancelled",
};

/** A run; `names` are the persons, tasks or times it waits for, where known. */
export function lookOfRun(
  state: RunStatus,
  waitingFor: readonly WaitingFor[] = [],
  names: readonly string[] = [],
): StatusLook {
  if (state !== "waiting") return { word: status[state], tone: runTones[state], turning: state === "running" };
  const first = waitingOrder.find((each) => waitingFor.includes(each));
  if (first === undefined) return { word: status.waiting, tone: "queued", turning: false };
  return { word: waitingWord(first, names), tone: waitingTones[first], turning: false };
}

/** A tool call. */
export function lookOfCall(state: CallState): StatusLook {
  return { word: call[state], tone: callTones[state], turning: state === "executing" };
}

/** A model call: its states are those of a tool call without the words of approval. */
export function lookOfStep(state: StepState): StatusLook {
  return lookOfCall(state);
}

/** An approval. */
export function lookOfApproval(state: ApprovalState): StatusLook {
  return { word: approval[state], tone: approvalTones[state], turning: false };
}

function waitingWord(what: WaitingFor, names: readonly string[]): string {
  const name = names.join(", ");
  if (name === "") return waiting[what];
  return what === "timer" ? waiting.until(name) : waiting.names(name);
}
