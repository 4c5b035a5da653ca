import type { RunDetail } from "@/api/types";
import { card as words } from "@/text/approvals";
import { ForeignText } from "@/ui/foreign-text";
import { Status } from "@/ui/status";
import { Clock } from "@/ui/time";

import type { ApprovalCard } from "../model/card";
import { laidOut } from "../model/laid-out";
import { Foldable } from "./foldable";
import { MainSection } from "./section";

interface OutcomeProps {
  card: ApprovalCard;
  run: RunDetail | undefined;
}

/** What came of a decision: whether the call started, how it ended, what was answered. */
export function Outcome({ card, run }: OutcomeProps) {
  if (card.state === "pending") return null;
  const call = run?.calls.find(({ id }) => id === card.call_id);
  const content = call === undefined ? "" : typeof call.content === "string" ? call.content : call.content.head;
  return (
    <MainSection title={words.outcome}>
      {card.state === "approved" ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Status of="call" status={card.call.state} />
          {card.consumed_at === null ? (
            <span className="text-fg-2">{words.outcomeNotStarted}</span>
          ) : (
            <span className="text-fg-2">
              {words.outcomeStarted} <Clock at={card.consumed_at} seconds />
            </span>
          )}
        </p>
      ) : (
        <p className="text-fg-2">{words.outcomeNone}</p>
      )}
      {call?.message != null && (
        <p className="mt-1 text-12 text-fg-2">
          <ForeignText text={call.message} strictness="prose" />
        </p>
      )}
      {card.state === "approved" && content !== "" && (
        <div className="mt-2 rounded-control bg-sunken px-2.5 py-2">
          <p className="mb-0.5 text-12 text-fg-3">{words.answer}</p>
          <Foldable text={laidOut(content)} mono />
        </div>
      )}
    </MainSection>
  );
}
