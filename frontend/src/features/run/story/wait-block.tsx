import { Link } from "@tanstack/react-router";

import { can } from "@/api/boot";
import { Marked } from "@/features/run/marked";
import { instant } from "@/features/run/model/instants";
import { ruleText } from "@/features/run/model/names";
import type { ApprovalView } from "@/live/fold/view";
import { someone, waitSaid } from "@/text/run-story";
import { buttonClass } from "@/ui/button";
import { Hand } from "lucide-react";
import { useNow } from "@/ui/now";
import { anyLink } from "@/ui/place";
import { StatusShape } from "@/ui/status-shape";
import { approval } from "@/text/common";
import { exactWords, expiryWords } from "@/ui/time-words";

interface WaitBlockProps {
  card: ApprovalView;
  find: string;
}

/** The wait for a person: what must be decided and why, who may, until when, and the way there. */
export function WaitBlock({ card, find }: WaitBlockProps) {
  const mine = can("approvals:decide");
  return (
    <div className="mt-2 rounded-card bg-approval-bg px-3.5 py-3">
      <div className="flex items-start gap-2">
        <StatusShape tone="approval" label={approval.pending} className="mt-0.5" />
        <b className="min-w-0 flex-1 font-semibold text-fg">
          <Marked text={waitSaid.title(ruleText(card))} find={find} />
        </b>
        {mine && (
          <Link
            {...anyLink({ to: "/approvals/$approvalId", params: { approvalId: card.id } })}
            className={buttonClass({ size: "small" })}
          >
            {waitSaid.decide}
          </Link>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-2">
        <span className="flex items-center gap-1.5">
          <Hand size={14} aria-hidden="true" />
          {mine ? waitSaid.you : waitSaid.who(someone.deciders)}
        </span>
        <ExpiryWords card={card} />
      </div>
    </div>
  );
}

function ExpiryWords({ card }: { card: ApprovalView }) {
  const now = useNow("second");
  const expires = instant(card.expires_at);
  if (expires === null) return <span className="ml-auto">{waitSaid.noExpiry}</span>;
  const left = expiryWords(expires, now);
  return (
    <time
      dateTime={card.expires_at ?? undefined}
      data-hint={exactWords(expires)}
      tabIndex={0}
      className={left.soon ? "ml-auto rounded-chip font-medium text-failed-fg" : "ml-auto rounded-chip"}
    >
      {left.over ? waitSaid.over : waitSaid.expires(left.text)}
    </time>
  );
}
