import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Risk = "low" | "medium" | "high";
export type DecisionWord = Schemas["Decision"];
export type Actor = Schemas["ActorShown"];
export type ApprovalState = Schemas["ApprovalState"];

/** A decision that may still be taken back: its call starts at `starts_at`. */
export interface Held {
  decision: DecisionWord;
  by: Actor;
  at: string;
  starts_at: string;
  reason: string | null;
}

interface Weight {
  risk: Risk;
  grace_seconds: number;
  held: Held | null;
}

/** A line of the inbox. */
export type ApprovalRow = Schemas["ApprovalSummary"] & Weight;

/** The card: all that a decision is about. */
export type ApprovalCard = Schemas["ApprovalDetail"] &
  Weight & {
    input_schema: Record<string, unknown>;
    method: string;
    url_path: string;
  };

/** The numbers of the inbox. */
export interface ApprovalCounts {
  pending: number;
  mine: number;
  high: number;
  expiring: number;
  decided_today_by_me: number;
}

/** Under this much time an approval is urgent whatever its risk. */
export const URGENT_MS = 15 * 60_000;

export function timeLeft(row: { expires_at: string }, now: number): number {
  return Date.parse(row.expires_at) - now;
}

export function isUrgent(row: { expires_at: string }, now: number): boolean {
  return timeLeft(row, now) < URGENT_MS;
}

/** Nobody has decided it, also not with time to take it back. */
export function isOpen(row: { state: ApprovalState; held: Held | null }): boolean {
  return row.state === "pending" && row.held === null;
}
