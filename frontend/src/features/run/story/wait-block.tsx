import { Link } from "@tanstack/react-router";
import { Hand } from "lucide-react";
import type { ReactNode } from "react";

import { can } from "@/api/boot";
import type { ApprovalDetail } from "@/api/types";
import { Marked } from "@/features/run/marked";
import { instant } from "@/features/run/model/instants";
import { actorName, ruleText } from "@/features/run/model/names";
import { useCard } from "@/features/run/use-agent";
import type { ApprovalView } from "@/live/fold/view";
import { approval } from "@/text/common";
import { someone, waitSaid } from "@/text/run-story";
import { buttonClass } from "@/ui/button";
import { useNow } from "@/ui/now";
import { anyLink } from "@/ui/place";
import { StatusShape } from "@/ui/status-shape";
import { exactWords, expiryWords, spanWords } from "@/ui/time-words";

interface WaitBlockProps {
  card: ApprovalView;
  find: string;
}

/** The wait for a person: what must be decided and why, who may, until when, and the way there. */
export function WaitBlock({ card, find }: WaitBlockProps) {
  // A decision that can still be taken back is no event yet: only the card has it.
  const held = useCard(card.id).data?.held ?? null;
  const mine = can("approvals:decide");
  if (held !== null) return <HeldBlock card={card} held={held} />;
  return (
    <Block
      title={<Marked text={waitSaid.title(ruleText(card))} find={find} />}
      link={mine ? <CardLink card={card} name={waitSaid.decide} /> : null}
    >
      <span className="flex items-center gap-1.5">
        <Hand size={14} aria-hidden="true" />
        {mine ? waitSaid.you : waitSaid.who(someone.deciders)}
      </span>
      <ExpiryNote card={card} />
    </Block>
  );
}

function HeldBlock({ card, held }: { card: ApprovalView; held: NonNullable<ApprovalDetail["held"]> }) {
  const now = useNow("second");
  const left = spanWords(Math.max(0, Date.parse(held.starts_at) - now));
  const said = waitSaid.held[held.decision](actorName(held.by), left);
  return (
    <Block title={<Marked text={said} find="" />} link={<CardLink card={card} name={waitSaid.heldOpen} />}>
      {waitSaid.heldUndo}
    </Block>
  );
}

function Block({ title, link, children }: { title: ReactNode; link: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-2 rounded-card bg-approval-bg px-3.5 py-3">
      <div className="flex items-start gap-2">
        <StatusShape tone="approval" label={approval.pending} className="mt-0.5" />
        <b className="min-w-0 flex-1 font-semibold text-fg">{title}</b>
        {link}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-2">{children}</div>
    </div>
  );
}

function CardLink({ card, name }: { card: ApprovalView; name: string }) {
  return (
    <Link {...anyLink({ to: "/approvals/$approvalId", params: { approvalId: card.id } })} className={buttonClass({ size: "small" })}>
      {name}
    </Link>
  );
}

function ExpiryNote({ card }: { card: ApprovalView }) {
  const now = useNow("second");
  const expires = instant(card.expires_at);
  if (expires === null) return <span className="phone:ml-auto">{waitSaid.noExpiry}</span>;
  const left = expiryWords(expires, now);
  return (
    <time
      dateTime={card.expires_at ?? undefined}
      data-hint={exactWords(expires)}
      tabIndex={0}
      className={left.soon ? "rounded-chip font-medium text-failed-fg phone:ml-auto" : "rounded-chip phone:ml-auto"}
    >
      {left.over ? waitSaid.over : waitSaid.expires(left.text)}
    </time>
  );
}
