import { useEffect, useState } from "react";

import { after, refused as refusedWords } from "@/text/approvals";
import { state } from "@/text/common";
import { now } from "@/ui/now";
import { signInElsewhere } from "@/ui/sign-in";
import { toasts } from "@/ui/toasts";

import { decide, findNewer, keepCard, readAgain, takeBack } from "./data";
import type { ApprovalCard } from "./model/card";
import type { Verdict } from "./model/decision";
import { DeskStore } from "./model/desk-store";
import { type Refusal, refusalOf } from "./model/refusal";

export interface DeskDeeds {
  /** A decision is stored: the row leaves and the next card comes. */
  moveOn: (card: ApprovalCard) => void;
  /** Shows this card, with the focus on its sentence. */
  show: (id: string) => void;
  /** Its row may come back into the list at once. */
  welcome: (id: string) => void;
  openRun: (card: ApprovalCard) => void;
}

export interface DeskOfPage {
  desk: DeskStore;
  takeBack: (id: string) => void;
  showNewer: (card: ApprovalCard) => void;
}

/** Decides, and says what came of it. */
export function useDesk(deeds: DeskDeeds): DeskOfPage {
  const [page] = useState(makeDesk);
  useEffect(() => page.follow(deeds));
  return page;
}

const NO_DEEDS: DeskDeeds = { moveOn: ignore, show: ignore, welcome: ignore, openRun: ignore };

function ignore(): void {
  // Nobody looks.
}

function makeDesk(): DeskOfPage & { follow: (deeds: DeskDeeds) => void } {
  // What the page can do changes with each render; a decision meets the newest.
  let latest = NO_DEEDS;
  const deeds = () => latest;
  const undo = (id: string) => void undoDecision(id, deeds, () => undo(id));
  const showNewer = (card: ApprovalCard) => void followNewer(card, deeds);
  return {
    desk: new DeskStore({
      send: decide,
      stored: (card, verdict) => {
        keepCard(card);
        deeds().moveOn(card);
        tellStored(card, verdict, () => undo(card.id), () => deeds().openRun(card));
      },
      refused: (refusal, verdict, seen) => tellRefused(refusal, verdict, seen, deeds),
    }),
    takeBack: undo,
    showNewer,
    follow: (wanted) => {
      latest = wanted;
    },
  };
}

/** A decision that can be taken back says so for as long as it is true; one that counts offers nothing. */
function tellStored(card: ApprovalCard, { decision }: Verdict, undo: () => void, openRun: () => void): void {
  const text = after.did(decision, card.sentence);
  const kind = decision === "approve" ? "succeeded" : "failed";
  const seconds = card.held === null ? 0 : (Date.parse(card.held.starts_at) - now()) / 1000;
  if (seconds > 0) {
    toasts.show({ text, kind, seconds, action: { name: after.undo, kind: "undo", run: undo } });
    return;
  }
  const detail = decision === "approve" ? after.started : after.told;
  toasts.show({ text, detail, kind, action: { name: after.watch, run: openRun } });
}

function tellRefused(refusal: Refusal, verdict: Verdict, seen: boolean, deeds: () => DeskDeeds): void {
  readAgain(verdict.card);
  if (seen) return;
  toasts.show({
    text: refusedWords.elsewhere(refusedWords.short[refusal.kind]),
    kind: "attention",
    seconds: 12,
    action: { name: refusedWords.look, run: () => deeds().show(verdict.card) },
  });
}

async function undoDecision(id: string, deeds: () => DeskDeeds, again: () => void): Promise<void> {
  try {
    const card = await takeBack(id);
    deeds().welcome(id);
    keepCard(card);
    toasts.show({ text: after.takenBack, kind: "approval" });
    deeds().show(id);
  } catch (error) {
    const refusal = refusalOf(error);
    readAgain(id);
    if (refusal.kind === "away") {
      toasts.show({ text: after.undoAway, kind: "attention", action: { name: after.tryAgain, run: again } });
      return;
    }
    if (refusal.kind === "signed_out") {
      const acts = [{ name: state.signInElsewhere, run: signInElsewhere }, { name: after.tryAgain, run: again }];
      toasts.show({ text: after.undoFailed, detail: state.signedOut, kind: "attention", seconds: 20, acts });
      return;
    }
    const isLate = refusal.kind === "too_late" || refusal.kind === "quicker";
    toasts.show({ text: isLate ? after.tooLate : after.undoFailed, kind: "attention" });
  }
}

/** A superseded card leads to the one that stands in its place. */
async function followNewer(card: ApprovalCard, deeds: () => DeskDeeds): Promise<void> {
  const newer = await findNewer(card).catch(() => null);
  if (newer === null) {
    readAgain(card.id);
    return;
  }
  deeds().welcome(newer);
  deeds().show(newer);
  toasts.show({ text: after.newer });
}
