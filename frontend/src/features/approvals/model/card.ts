import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type DecisionWord = Schemas["Decision"];
export type ApprovalState = Schemas["ApprovalState"];
export type Risk = Schemas["ApprovalSummary"]["risk"];

/** A line of the inbox. */
export type ApprovalRow = Schemas["ApprovalSummary"];

/** The card: all that a decision is about. */
export type ApprovalCard = Schemas["ApprovalDetail"];

/** Under this much time an approval is urgent whatever its risk. */
export const URGENT_MS = 15 * 60_000;

const DECIDABLE_RUNS: ReadonlySet<string> = new Set(["queued", "running", "waiting"]);

export function timeLeft(row: Pick<ApprovalRow, "expires_at">, now: number): number {
  return Date.parse(row.expires_at) - now;
}

/** Somebody with the right could decide it now: it is in time, in no grace, and its run would hear of it. */
export function isOpen(row: Pick<ApprovalRow, "state" | "held" | "expires_at" | "run">, now: number): boolean {
  return stanceOf(row, now) === "open";
}

/** Where a card stands, by the clock of now: the server writes an expiry down a little later. */
export type Stance = "open" | "held" | "expired" | "stopped" | "decided" | "superseded" | "cancelled";

export function stanceOf(row: Pick<ApprovalRow, "state" | "held" | "expires_at" | "run">, now: number): Stance {
  switch (row.state) {
    case "pending":
      if (row.held !== null) return "held";
      if (timeLeft(row, now) <= 0) return "expired";
      return DECIDABLE_RUNS.has(row.run.status) ? "open" : "stopped";
    case "approved":
    case "rejected":
      return "decided";
    case "expired":
    case "superseded":
    case "cancelled":
      return row.state;
  }
}
