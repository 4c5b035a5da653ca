import { useSyncExternalStore } from "react";

import { can } from "@/api/boot";
import type { RunStatus } from "@/api/types";
import { bar as words } from "@/text/approvals";
import { status as runWords } from "@/text/common";
import { Button } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { useNow } from "@/ui/now";
import { Status } from "@/ui/status";
import { spanWords } from "@/ui/time-words";
import { Lock } from "lucide-react";

import { me } from "../data";
import { momentWords } from "../moment";
import type { ApprovalCard, Stance } from "../model/card";
import type { BarProps } from "./bar";
import { KeptWords } from "./kept-words";
import { reasonText } from "./reject-form";

/** There is nothing to decide for this person here: it says why, and what can be done instead. */
export function Closed({ reading, desk, acts }: BarProps) {
  const { card, stance } = reading;
  const { draft } = useSyncExternalStore(desk.watch, desk.get);
  const clock = useNow("second");
  const isMine = stance === "held" && card.held?.by.id === me() && can("approvals:decide");
  const mayUndo = isMine && Date.parse(card.held?.starts_at ?? "") > clock;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        {stance === "open" ? <Lock size={16} aria-hidden="true" className="shrink-0 text-fg-3" /> : <Shape card={card} stance={stance} />}
        <span className="min-w-0 wrap-anywhere">
          <ForeignText text={tell(card, stance, clock)} strictness="prose" />
        </span>
      </p>
      <span className="flex flex-wrap items-center gap-2">
        {mayUndo && (
          <Button variant="primary" keys="Z" onClick={acts.takeBack}>
            {words.takeBack}
          </Button>
        )}
        {stance === "superseded" && (
          <Button variant="primary" onClick={acts.showNewer}>
            {words.newer}
          </Button>
        )}
        <Button variant="ghost" keys="O" onClick={acts.openRun}>
          {words.openRun}
        </Button>
        {acts.next !== null && (
          <Button variant={mayUndo || stance === "superseded" || stance === "open" ? "ghost" : "plain"} keys="J" onClick={acts.next}>
            {words.next}
          </Button>
        )}
      </span>
      {!isMine && <KeptWords text={reasonText(draft)} className="basis-full" />}
    </div>
  );
}

function Shape({ card, stance }: { card: ApprovalCard; stance: Stance }) {
  if (stance === "expired") return <Status of="approval" status="expired" form="shape" />;
  if (stance === "stopped") return <Status status={card.run.status} form="shape" />;
  const held = card.held?.decision;
  const state = held === undefined ? card.state : held === "approve" ? "approved" : "rejected";
  return <Status of="approval" status={state} form="shape" />;
}

function tell(card: ApprovalCard, stance: Stance, clock: number): string {
  switch (stance) {
    case "open":
      return words.mayNot;
    case "held":
      return card.held === null ? "" : tellHeld(card.held, clock);
    case "expired":
      return words.expired(momentWords(Date.parse(card.expires_at), clock));
    case "decided":
      return card.decision === null
        ? ""
        : words.decidedBy(
            card.decision.by.id === me() ? words.you : card.decision.by.name,
            card.decision.decision,
            momentWords(Date.parse(card.decision.at), clock),
          );
    case "superseded":
      return words.supersededNow;
    case "cancelled":
      return words.cancelledNow;
    case "stopped":
      return words.runStopped(runWords[card.run.status satisfies RunStatus].toLowerCase());
  }
}

function tellHeld(held: NonNullable<ApprovalCard["held"]>, clock: number): string {
  const left = Date.parse(held.starts_at) - clock;
  const isMine = held.by.id === me();
  if (left <= 0) return isMine ? words.heldByYouNow(held.decision) : words.heldByNow(held.by.name, held.decision);
  return isMine
    ? words.heldByYou(held.decision, spanWords(left))
    : words.heldBy(held.by.name, held.decision, spanWords(left));
}
