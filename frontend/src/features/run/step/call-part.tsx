import { Block, Facts, type Fact } from "@/features/run/step/facts";
import { JsonText, MachineText } from "@/features/run/step/machine-text";
import { PhraseText } from "@/features/run/marked";
import type { Chronicle } from "@/features/run/model/chronicle";
import { durationText } from "@/features/run/model/duration-text";
import { actorName, callName, ruleText } from "@/features/run/model/names";
import { isEmptyText } from "@/features/run/model/story-item";
import { useAgent, useCard } from "@/features/run/use-agent";
import type { ApprovalView, CallView } from "@/live/fold/view";
import { approval as states } from "@/text/common";
import { panel as words } from "@/text/run";
import { strong } from "@/text/phrase";
import { Copy } from "@/ui/copy";
import { ForeignText } from "@/ui/foreign-text";
import { Clock, Expiry } from "@/ui/time";

interface CallPartProps {
  runId: string;
  all: Chronicle;
  call: CallView;
}

/** A tool call: the sentence, what was sent, where to, who decided, with what, and what came back. */
export function CallPart({ runId, all, call }: CallPartProps) {
  const cards = all.approvalsOf(call);
  return (
    <>
      <p className="pt-2.5 pb-1.5 text-13 text-pretty">
        <PhraseText phrase={[strong(callName(call))]} />
      </p>
      <Facts facts={[sentFact(call), useTargetFact(all, call), credentialFact(cards), repeatFact(call), judgedFact(call), ruleFact(call), ...cards.flatMap(cardFacts), ...resultFacts(call)]} />
      <Arguments runId={runId} call={call} />
      {!isEmptyText(call.content) && (
        <Block title={call.result === "ok" ? words.answer : words.toldModel}>
          <MachineText runId={runId} text={call.content} mono />
        </Block>
      )}
      {call.body !== null && (
        <Block title={words.wholeAnswer}>
          <MachineText runId={runId} text={call.body} mono />
        </Block>
      )}
    </>
  );
}

function Arguments({ runId, call }: { runId: string; call: CallView }) {
  if (call.arguments === null) {
    return (
      <Block title={words.requested}>
        {isEmptyText(call.requested) ? <p className="text-12 text-fg-3">{words.noArguments}</p> : <MachineText runId={runId} text={call.requested} mono />}
      </Block>
    );
  }
  return (
    <Block title={words.arguments} tools={<Copy text={JSON.stringify(call.arguments, null, 2)} what={words.arguments} />}>
      <JsonText value={call.arguments} />
    </Block>
  );
}

/** The first question: has anything left this house? */
function sentFact(call: CallView): Fact {
  const name = words.sentSoFar;
  if (call.started_at === null) return { name, value: words.nothing };
  const time = <Clock at={call.started_at} seconds />;
  if (call.state === "executing") return { name, value: <>{words.sending} {time}</> };
  if (call.state === "unknown") return { name, value: <>{words.sentUnknown} {time}; {words.noAnswer}</> };
  return { name, value: call.execution > 1 ? words.sentTimes(call.execution) : <>{words.sentOnce} {time}</> };
}

/** Method and address, as the card or the tool of this very version has them. */
function useTargetFact(all: Chronicle, call: CallView): Fact {
  const card = useCard(call.approvals[call.approvals.length - 1] ?? null).data;
  const tool = useAgent(all.view.agent?.id ?? null).data?.tools.find((each) => each.version_id === call.tool_version);
  const method = card?.method ?? tool?.method ?? "";
  const host = call.host ?? words.unknownHost;
  const sent = call.started_at !== null;
  const over = ["denied", "rejected", "expired", "cancelled", "failed"].includes(call.state);
  return {
    name: sent ? words.called : over ? words.wouldHaveCalled : words.willCall,
    value: <ForeignText text={[method, `${host}${card?.url_path ?? ""}`].filter(Boolean).join(" ")} />,
    mono: true,
  };
}

function credentialFact(cards: readonly ApprovalView[]): Fact | null {
  const card = cards[cards.length - 1];
  if (card === undefined) return null;
  return { name: words.credential, value: card.credential === null ? words.noCredential : <ForeignText text={card.credential} /> };
}

function repeatFact(call: CallView): Fact | null {
  const value = words.effects[call.effect_class ?? ""];
  return value === undefined ? null : { name: words.repeatSafe, value };
}

function judgedFact(call: CallView): Fact | null {
  const value = words.outcomes[call.outcome ?? ""];
  return value === undefined ? null : { name: words.judged, value };
}

function ruleFact(call: CallView): Fact | null {
  if (call.outcome === null) return null;
  const rule = ruleText(call);
  return { name: words.askedBy, value: rule === "" ? words.noRule : <ForeignText text={rule} /> };
}

function cardFacts(card: ApprovalView): (Fact | null)[] {
  const pending = card.state === "pending";
  return [
    { name: words.card(card.revision), value: <Decision card={card} /> },
    pending && card.expires_at !== null ? { name: words.expires, value: <><Expiry at={card.expires_at} long />{words.expiresThen}</> } : null,
  ];
}

function Decision({ card }: { card: ApprovalView }) {
  if (card.state === "pending") return words.pending;
  if (card.decided_at === null) return states[card.state];
  return (
    <>
      <ForeignText text={actorName(card.by)} /> {states[card.state].toLowerCase()} <Clock at={card.decided_at} seconds />
      {card.reason !== null && card.reason !== "" && (
        <span className="block text-fg-2">
          <ForeignText text={card.reason} />
        </span>
      )}
    </>
  );
}

function resultFacts(call: CallView): (Fact | null)[] {
  return [
    call.status === null ? null : { name: words.status, value: call.status },
    call.started_at === null || call.duration_ms === null ? null : { name: words.took, value: durationText(call.duration_ms) },
    call.code === null ? null : { name: words.code, value: <ForeignText text={call.code} />, mono: true },
  ];
}
