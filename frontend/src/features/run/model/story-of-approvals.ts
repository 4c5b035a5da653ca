/** The entries of the cards of one call, each with what became of it. */

import type { Chronicle } from "@/features/run/model/chronicle";
import { durationText } from "@/features/run/model/duration-text";
import { between, later } from "@/features/run/model/instants";
import { actorName, actorOf, approvalName, askerName, ruleText } from "@/features/run/model/names";
import { item, type StoryItem } from "@/features/run/model/story-item";
import type { ApprovalView, CallView } from "@/live/fold/view";
import { approvalSaid, becauseText, callSaid } from "@/text/run-story";

export function tellApprovals(all: Chronicle, call: CallView): StoryItem[] {
  return all.approvalsOf(call).flatMap((card) => tellCard(all, call, card));
}

function tellCard(all: Chronicle, call: CallView, card: ApprovalView): StoryItem[] {
  return [tellRequest(all, call, card), ...tellDecision(call, card), ...tellEnd(all, call, card)];
}

function tellRequest(all: Chronicle, call: CallView, card: ApprovalView): StoryItem {
  const agent = askerName(all.view, call);
  const name = approvalName(card, call);
  const pending = card.state === "pending";
  const again = card.because.length > 0;
  const sentence = again
    ? (pending ? callSaid.again : callSaid.askedAgain)(name)
    : (pending ? callSaid.waits : callSaid.askedPerson)(agent, name);
  return item({
    key: card.id,
    step: call.id,
    at: card.requested_at,
    icon: "hand",
    tone: pending ? "approval" : null,
    sentence,
    facts: [
      ...(again ? [approvalSaid.askedAgainBecause(becauseText(card.because))] : []),
      ...(pending ? [] : [callSaid.asks(ruleText(card))]),
      ...(card.state === "cancelled" && card.decided_at === null ? [approvalSaid.noLonger] : []),
    ],
    wait: pending ? card : null,
    open: pending,
  });
}

function tellDecision(call: CallView, card: ApprovalView): StoryItem[] {
  if (card.decided_at === null) return [];
  const approved = card.state !== "rejected";
  const who = actorName(card.by);
  const reason = (card.reason ?? "").replace(/\s+/g, " ").trim();
  const waited = between(card.requested_at, card.decided_at);
  return [
    item({
      key: `${card.id}.decided`,
      step: call.id,
      at: later(card.requested_at, card.decided_at),
      icon: "person",
      person: actorOf(card.by),
      tone: approved ? "succeeded" : "failed",
      sentence: (approved ? approvalSaid.approved : approvalSaid.rejected)(who, approvalName(card, call)),
      facts: [
        ...(reason === "" ? [] : [approvalSaid.reason(reason)]),
        ...(waited === null ? [] : [approvalSaid.waited(durationText(waited))]),
      ],
    }),
  ];
}

function tellEnd(all: Chronicle, call: CallView, card: ApprovalView): StoryItem[] {
  const at = later(card.decided_at ?? card.requested_at, all.endOfWait(card, call));
  const name = approvalName(card, call);
  const common = { key: `${card.id}.ended`, step: call.id, at };
  if (card.state === "expired") {
    const said = card.decided_at === null ? approvalSaid.expired : approvalSaid.unused;
    return [item({ ...common, icon: "hand", tone: "timedout", sentence: said(name) })];
  }
  if (card.state === "superseded") {
    const because = becauseText(card.superseded_because);
    return [item({ ...common, icon: "cancel", tone: "cancelled", sentence: approvalSaid.superseded(name, because) })];
  }
  return [];
}
