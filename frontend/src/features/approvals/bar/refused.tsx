import { useState } from "react";

import { bar, refused as words } from "@/text/approvals";
import { state } from "@/text/common";
import { Button, buttonClass } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { now, useNow } from "@/ui/now";
import { signInAddress } from "@/ui/sign-in";
import type { Tone } from "@/ui/status-look";
import { StatusShape } from "@/ui/status-shape";
import { spanWords } from "@/ui/time-words";

import { momentWords } from "../moment";
import type { ApprovalCard } from "../model/card";
import type { Verdict } from "../model/decision";
import type { Refusal } from "../model/refusal";
import type { BarProps } from "./bar";
import { KeptWords } from "./kept-words";

interface RefusedProps extends BarProps {
  verdict: Verdict;
  refusal: Refusal;
}

/** The decision was not stored: who was quicker or what has changed, and what was written is kept. */
export function Refused({ reading, desk, acts, verdict, refusal }: RefusedProps) {
  const [since] = useState(now);
  const clock = useNow("second");
  const { title, detail } = tellRefusal(refusal, verdict, reading.card, since, clock);
  const back = () => desk.dispatch({ type: "read_again" });
  return (
    <div role="alert" className="flex items-start gap-2.5">
      <StatusShape tone={toneOf(refusal)} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <ForeignText text={title} />
        </p>
        {detail !== "" && (
          <p className="text-fg-2 wrap-anywhere">
            <ForeignText text={detail} />
          </p>
        )}
        {refusal.kind === "other" && (
          <p className="font-mono text-12 text-fg-3">{words.code(refusal.status, refusal.code, refusal.request)}</p>
        )}
        <KeptWords text={verdict.reason} className="mt-1.5" />
        <div className="mt-2 flex flex-wrap gap-2">
          {refusal.kind === "away" || refusal.kind === "signed_out" ? (
            <>
              <Button variant="primary" size="small" onClick={() => desk.dispatch({ type: "again", held: false })}>
                {words.again}
              </Button>
              {refusal.kind === "signed_out" && (
                <a href={signInAddress()} target="_blank" rel="noopener" className={buttonClass({ size: "small" })}>
                  {state.signInElsewhere}
                </a>
              )}
              <Button variant="ghost" size="small" onClick={back}>
                {bar.back}
              </Button>
            </>
          ) : refusal.kind === "superseded" ? (
            <Button variant="primary" size="small" onClick={acts.showNewer}>
              {bar.newer}
            </Button>
          ) : canBeRead(refusal) ? (
            <Button variant="primary" size="small" onClick={back}>
              {words.readAgain}
            </Button>
          ) : acts.next === null ? (
            <Button size="small" onClick={back}>
              {bar.back}
            </Button>
          ) : (
            <Button variant="primary" size="small" keys="J" onClick={acts.next}>
              {bar.next}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function canBeRead({ kind }: Refusal): boolean {
  return kind === "changed" || kind === "other" || kind === "forbidden";
}

function tellRefusal(refusal: Refusal, verdict: Verdict, card: ApprovalCard, since: number, clock: number) {
  switch (refusal.kind) {
    case "quicker":
      return {
        title: words.quicker(refusal.by, aheadBy(refusal.at, since), refusal.decision),
        detail: [words.yours[verdict.decision], canUndo(card, clock)].filter((part) => part !== "").join(" "),
      };
    case "expired":
      return {
        title: refusal.at === null ? words.expiredSometime : words.expired(momentWords(Date.parse(refusal.at), clock)),
        detail: "",
      };
    case "away":
      return { title: words.away, detail: words.awayDetail };
    case "signed_out":
      return { title: words.other, detail: state.signedOut };
    case "other":
      return { title: words.other, detail: refusal.message };
    case "forbidden":
      return { title: words.forbidden, detail: refusal.message };
    case "not_waiting":
      return { title: words.notWaiting, detail: "" };
    case "superseded":
      return { title: words.superseded, detail: "" };
    case "changed":
      return { title: words.changed, detail: "" };
    case "missing":
      return { title: words.missing, detail: "" };
    case "too_late":
      return { title: words.other, detail: "" };
  }
}

function aheadBy(at: string, since: number): string {
  const ahead = since - Date.parse(at);
  return Number.isNaN(ahead) || ahead < 1000 ? "" : spanWords(ahead);
}

function canUndo({ held }: ApprovalCard, clock: number): string {
  if (held === null) return "";
  const left = Date.parse(held.starts_at) - clock;
  return left <= 0 ? "" : words.stillUndo(held.by.name, spanWords(left));
}

function toneOf(refusal: Refusal): Tone {
  switch (refusal.kind) {
    case "quicker":
      return refusal.decision === "approve" ? "succeeded" : "failed";
    case "expired":
      return "timedout";
    case "superseded":
    case "changed":
    case "not_waiting":
    case "missing":
      return "cancelled";
    default:
      return "attention";
  }
}
