import { ApiError } from "@/api/errors";

import type { DecisionWord } from "./card";

/** What Baton answered instead of storing a decision, as far as a person needs it. */
export type Refusal =
  | { kind: "quicker"; by: string; decision: DecisionWord; at: string }
  | { kind: "expired"; at: string | null }
  | { kind: "superseded" }
  /** The card is not the one that was shown: it is read again, and nothing is decided. */
  | { kind: "changed" }
  | { kind: "not_waiting"; status: string }
  | { kind: "forbidden"; message: string }
  | { kind: "too_late" }
  | { kind: "missing" }
  /** No answer came. The decision may have arrived; sending it again is safe, since only one counts. */
  | { kind: "away" }
  /** The session has ended; once it is back the same can be sent. */
  | { kind: "signed_out" }
  | { kind: "other"; message: string; code: string; status: number; request: string };

const CHANGED = new Set(["approval_digest_mismatch", "version_conflict", "approval_binding_broken"]);
const AWAY = new Set([0, 502, 503, 504]);

/** The refusal in an error; whatever is no answer of Baton's counts as no answer. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { kind: "away" };
  const { status, code, details } = error;
  if (AWAY.has(status)) return { kind: "away" };
  if (status === 401) return { kind: "signed_out" };
  if (CHANGED.has(code)) return { kind: "changed" };
  switch (code) {
    case "approval_already_decided":
      return {
        kind: "quicker",
        by: textOf(details.by) ?? "",
        decision: details.decision === "reject" ? "reject" : "approve",
        at: textOf(details.at) ?? "",
      };
    case "approval_expired":
      return { kind: "expired", at: textOf(details.at) };
    case "approval_superseded":
      return { kind: "superseded" };
    case "run_not_waiting":
      return { kind: "not_waiting", status: textOf(details.status) ?? "" };
    case "too_late_to_undo":
      return { kind: "too_late" };
    case "not_found":
      return { kind: "missing" };
    default:
      return status === 403
        ? { kind: "forbidden", message: error.message }
        : { kind: "other", message: error.message, code, status, request: error.requestId };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
