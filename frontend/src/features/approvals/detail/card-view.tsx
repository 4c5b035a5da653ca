import clsx from "clsx";
import { Link2 } from "lucide-react";

import { becauseText } from "@/text/run-story";
import { card as words, inbox } from "@/text/approvals";
import { IconButton } from "@/ui/icon-button";
import { useNow } from "@/ui/now";
import { Risk } from "@/ui/risk";
import { Status } from "@/ui/status";
import { momentWords } from "../moment";
import { Time } from "../time";

import { type ApprovalCard, type Stance, timeLeft, URGENT_MS } from "../model/card";
import type { Reading } from "../use-reading";
import { Words } from "../words";
import { Arguments } from "./arguments";
import { Facts } from "./facts";
import { LedToPart } from "./led-to";
import { Outcome } from "./outcome";
import { MainSection } from "./section";
import { Sentence } from "./sentence";

export interface CardViewProps {
  reading: Reading;
  /** Where it stands in the list; null where it is in none. */
  position: { index: number; total: number } | null;
  onCopyLink: () => void;
  /** What the guide of the first decision points at. */
  marked: "sentence" | "why" | null;
}

export const MARK = "rounded-chip bg-accent-soft shadow-[0_0_0_4px_var(--accent-soft)]";

/** The card on a screen with room. The order of its parts never changes: the eye learns it. */
export function CardView({ reading, position, onCopyLink, marked }: CardViewProps) {
  const { card, stance, fields, run, alike } = reading;
  return (
    <>
      <div className="mb-2.5 flex min-w-0 items-center gap-2">
        <Status of="approval" status={card.state} form="chip" className="shrink-0" />
        <Risk level={card.risk} form="word" />
        <span className="flex min-w-0 items-center gap-2 truncate text-12 text-fg-2">
          <span aria-hidden="true" className="text-fg-3">
            ·
          </span>
          <span className="truncate">{words.effect[card.effect_class] ?? card.effect_class}</span>
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1 text-12 text-fg-3">
          {position !== null && <span className="tabular-nums">{inbox.position(position.index, position.total)}</span>}
          <IconButton icon={Link2} label={words.copyLink} onClick={onCopyLink} />
        </span>
      </div>
      <Sentence card={card} className={clsx("text-20", marked === "sentence" && MARK)} />
      <p className="mt-1.5 text-fg-2">
        <Called card={card} /> <WhatAtExpiry card={card} stance={stance} />
      </p>
      <div className="grid gap-x-7 pb-6 facts:grid-cols-[minmax(0,1fr)_252px]">
        <div className="min-w-0">
          <Outcome card={card} run={run} />
          {card.because.length > 0 && (
            <MainSection title={words.because}>
              <p className="text-fg-2">{words.becauseDetail(becauseText(card.because))}</p>
            </MainSection>
          )}
          {card.state === "pending" && (
            <MainSection title={words.changes}>
              <p className="text-fg-2">{words.cannotRehearse}</p>
            </MainSection>
          )}
          <MainSection title={words.arguments} note={<code className="text-12">{card.tool}</code>}>
            <Arguments fields={fields} />
          </MainSection>
          <MainSection title={words.ledTo}>
            <LedToPart reading={reading} />
          </MainSection>
        </div>
        <div className="min-w-0 pt-5">
          <Facts card={card} stance={stance} run={run} alike={alike} whyMark={marked === "why" ? MARK : undefined} />
        </div>
      </div>
    </>
  );
}

/** The request it becomes. */
export function Called({ card }: { card: ApprovalCard }) {
  const { host, method, url_path: path, credential } = card;
  if (host === "") return words.callsNowhere;
  const request = [method, `${host}${path ?? ""}`].filter((part) => part !== null).join(" ");
  return (
    <>
      <Words phrase={words.calls(request)} strong={(text) => <code className="wrap-anywhere text-fg">{text}</code>} />
      {credential !== null && (
        <>
          {" "}
          <Words phrase={words.credential(credential)} strong={(text) => <code className="text-fg">{text}</code>} />
        </>
      )}
    </>
  );
}

/** What happens when nobody decides, with the time. */
export function WhatAtExpiry({ card, stance }: { card: ApprovalCard; stance: Stance }) {
  const now = useNow("minute");
  const time = momentWords(Date.parse(card.expires_at), now);
  const draw = (text: string) => (
    <Time
      at={card.expires_at}
      text={text}
      className={clsx("font-medium", timeLeft(card, now) < URGENT_MS ? "text-failed-fg" : "text-fg")}
    />
  );
  if (stance === "expired") return <Words phrase={words.expired(time)} strong={draw} />;
  if (stance !== "open" && stance !== "stopped") return null;
  return <Words phrase={words.ifNobody(time)} strong={draw} />;
}
