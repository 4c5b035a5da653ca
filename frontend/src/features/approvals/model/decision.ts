/** What the decision bar does with each press. Pure: time comes in with every event. */

import type { ApprovalCard, DecisionWord, Risk } from "./card";
import type { Refusal } from "./refusal";

/** Nothing is decided so soon after an item appeared: the press was meant for the one before. */
export const QUIET_MS = 400;

export const REASONS = ["proof", "amount", "recipient", "rule", "other"] as const;
export type ReasonId = (typeof REASONS)[number];

/** What a person has picked and written, kept whatever happens. */
export interface Draft {
  picked: ReasonId | null;
  words: string;
}

/** The very card on the screen. A decision speaks of this one and no other. */
export interface ShownCard {
  id: string;
  digest: string;
  version: number;
  risk: Risk;
  since: number;
}

/** A decision, with the card it is about: also a second try speaks of what was read at the first. */
export interface Verdict {
  card: string;
  digest: string;
  version: number;
  decision: DecisionWord;
  reason: string;
}

export type Phase =
  | { kind: "open" }
  | { kind: "armed"; since: number }
  | { kind: "rejecting" }
  | { kind: "sending"; verdict: Verdict }
  | { kind: "refused"; verdict: Verdict; refusal: Refusal };

export interface Desk {
  shown: ShownCard | null;
  draft: Draft;
  phase: Phase;
}

export type DeskEvent =
  | { type: "shown"; card: Pick<ApprovalCard, "id" | "digest" | "version" | "risk">; at: number; draft: Draft }
  | { type: "hidden" }
  | { type: "approve"; at: number; held: boolean; by: "key" | "press" }
  | { type: "confirm"; at: number; held: boolean }
  | { type: "disarm" }
  | { type: "open_form"; held: boolean }
  | { type: "pick"; reason: ReasonId }
  | { type: "write"; words: string }
  | { type: "reject"; at: number; held: boolean; reason: string }
  | { type: "close_form" }
  | { type: "stored" }
  | { type: "refused"; refusal: Refusal }
  | { type: "again"; held: boolean }
  | { type: "read_again" };

export const EMPTY_DRAFT: Draft = { picked: null, words: "" };
export const EMPTY_DESK: Desk = { shown: null, draft: EMPTY_DRAFT, phase: { kind: "open" } };

export function reduceDesk(desk: Desk, event: DeskEvent): Desk {
  switch (event.type) {
    case "shown":
      return show(desk, event);
    case "hidden":
      return EMPTY_DESK;
    case "approve":
      return approve(desk, event);
    case "confirm":
      return confirm(desk, event);
    case "disarm":
      return desk.phase.kind === "armed" ? to(desk, { kind: "open" }) : desk;
    case "open_form":
      return !event.held && mayBegin(desk) ? to(desk, { kind: "rejecting" }) : desk;
    case "pick":
      return rejecting(desk, { picked: event.reason });
    case "write":
      return rejecting(desk, { words: event.words });
    case "reject":
      return desk.phase.kind === "rejecting" && isDeliberate(desk, event) ? send(desk, "reject", event.reason) : desk;
    case "close_form":
      return desk.phase.kind === "rejecting" ? to(desk, { kind: "open" }) : desk;
    case "stored":
      return { ...desk, draft: EMPTY_DRAFT, phase: { kind: "open" } };
    case "refused":
      return desk.phase.kind === "sending"
        ? to(desk, { kind: "refused", verdict: desk.phase.verdict, refusal: event.refusal })
        : desk;
    case "again":
      return desk.phase.kind === "refused" && !event.held
        ? to(desk, { kind: "sending", verdict: desk.phase.verdict })
        : desk;
    case "read_again":
      return desk.phase.kind === "refused" ? to(desk, { kind: "open" }) : desk;
  }
}

/** What the bar sends now; null while there is nothing to send. */
export function verdictToSend(desk: Desk): Verdict | null {
  return desk.phase.kind === "sending" ? desk.phase.verdict : null;
}

/** May a decision about this card be begun at all? */
export function mayBegin({ shown, phase }: Desk): boolean {
  return shown !== null && (phase.kind === "open" || phase.kind === "armed");
}

/** The same card again changes nothing; another one, or another text of it, starts anew. */
function show(desk: Desk, event: Extract<DeskEvent, { type: "shown" }>): Desk {
  const { id, digest, version, risk } = event.card;
  const before = desk.shown;
  if (before?.id === id && before.digest === digest && before.version === version) return desk;
  const shown = { id, digest, version, risk, since: event.at };
  if (before?.id !== id) return { shown, draft: event.draft, phase: { kind: "open" } };
  // While the answer is awaited, or read, a newer version of the same card must not wipe it away.
  const keeps = desk.phase.kind === "sending" || desk.phase.kind === "refused" || desk.phase.kind === "rejecting";
  return { ...desk, shown, phase: keeps ? desk.phase : { kind: "open" } };
}

function approve(desk: Desk, event: Extract<DeskEvent, { type: "approve" }>): Desk {
  if (!isDeliberate(desk, event)) return desk;
  if (desk.phase.kind === "open") {
    return desk.shown?.risk === "high"
      ? to(desk, { kind: "armed", since: event.at })
      : send(desk, "approve", "");
  }
  if (desk.phase.kind !== "armed") return desk;
  // The key that armed it disarms it; a second press of the button confirms, unless it was a double click.
  if (event.by === "key") return to(desk, { kind: "open" });
  return event.at - desk.phase.since < QUIET_MS ? desk : send(desk, "approve", "");
}

function confirm(desk: Desk, event: Extract<DeskEvent, { type: "confirm" }>): Desk {
  return desk.phase.kind === "armed" && isDeliberate(desk, event) ? send(desk, "approve", "") : desk;
}

/** A fresh press, on a card that has been in sight for a moment. */
function isDeliberate({ shown }: Desk, press: { at: number; held: boolean }): boolean {
  return shown !== null && !press.held && press.at - shown.since >= QUIET_MS;
}

function rejecting(desk: Desk, change: Partial<Draft>): Desk {
  return desk.phase.kind === "rejecting" ? { ...desk, draft: { ...desk.draft, ...change } } : desk;
}

function send(desk: Desk, decision: DecisionWord, reason: string): Desk {
  if (desk.shown === null) return desk;
  const { id, digest, version } = desk.shown;
  return to(desk, { kind: "sending", verdict: { card: id, digest, version, decision, reason } });
}

function to(desk: Desk, phase: Phase): Desk {
  return { ...desk, phase };
}
