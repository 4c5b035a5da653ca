/** The entries of one tool call: what was asked for, who decided, what came of it. */

import type { Chronicle } from "@/features/run/model/chronicle";
import { durationText } from "@/features/run/model/duration-text";
import { later } from "@/features/run/model/instants";
import { askerName, callName, ruleText } from "@/features/run/model/names";
import { tellApprovals } from "@/features/run/model/story-of-approvals";
import { isEmptyText, item, type Problem, type Quote, type StoryItem } from "@/features/run/model/story-item";
import { readableProblem } from "@/features/run/model/problem";
import type { CallView } from "@/live/fold/view";
import type { Phrase } from "@/text/phrase";
import { callSaid, someone } from "@/text/run-story";
import type { Tone } from "@/ui/status-look";

/** `proposedAt`: when the model had asked for it. */
export function tellCall(all: Chronicle, call: CallView, proposedAt: string | null): StoryItem[] {
  const asked = call.approvals.length > 0;
  if (!asked) return [tellSimple(all, call, proposedAt)];
  const cards = tellApprovals(all, call);
  const last = cards[cards.length - 1]?.at ?? proposedAt;
  return [...cards, ...tellOutcome(all, call, last)];
}

/** Nobody was asked: request, judgement and result are one entry. */
function tellSimple(all: Chronicle, call: CallView, at: string | null): StoryItem {
  const agent = askerName(all.view, call);
  const problem = readableProblem(call.problem);
  const name = callName(call);
  const outcome = outcomeOf(all, call);
  return item({
    key: call.id,
    step: call.id,
    at,
    icon: iconOf(call),
    tone: problem ? "failed" : outcome.tone,
    sentence: problem ? callSaid.cannotRun(agent, call.tool || someone.call) : callSaid.asked(agent, name),
    quotes: outcome.quotes,
    facts: [...outcome.facts, ...judgement(call)],
    problem: problem ?? outcome.problem,
    open: call.state === "executing" || call.state === "proposed" || call.state === "allowed",
  });
}

/** After a decision: what Baton did with it, as an entry of its own. */
function tellOutcome(all: Chronicle, call: CallView, after: string | null): StoryItem[] {
  const name = callName(call);
  if (call.state === "executing") {
    return [
      outcomeItem(call, later(after, call.started_at), {
        tone: "running",
        sentence: callSaid.calling(call.host, name),
        facts: call.execution > 1 ? [callSaid.execution(call.execution)] : [],
        open: true,
      }),
    ];
  }
  const outcome = outcomeOf(all, call);
  if (outcome.sentence === null) return [];
  return [
    outcomeItem(call, later(after, call.ended_at ?? call.started_at ?? after), {
      tone: outcome.tone,
      sentence: outcome.sentence,
      quotes: outcome.quotes,
      facts: outcome.facts,
      problem: outcome.problem,
    }),
  ];
}

function outcomeItem(call: CallView, at: string | null, given: Partial<StoryItem> & Pick<StoryItem, "sentence">): StoryItem {
  return item({ key: `${call.id}.outcome`, step: call.id, at, icon: iconOf(call), ...given });
}

function iconOf(call: CallView): "read" | "tool" {
  return call.effect_class === "read_only" ? "read" : "tool";
}

function judgement(call: CallView): string[] {
  if (call.problem !== null) return [];
  const rule = ruleText(call);
  if (call.outcome === "allow") return [callSaid.allowed(rule)];
  if (call.outcome === "ask") return [callSaid.asks(rule)];
  if (call.outcome === "deny") return [callSaid.denied(rule)];
  return call.state === "proposed" ? [callSaid.judging] : [];
}

interface Outcome {
  readonly tone: Tone | null;
  /** As an entry of its own; null: nothing came of it that is not said elsewhere. */
  readonly sentence: Phrase | null;
  readonly facts: readonly string[];
  readonly quotes: readonly Quote[];
  readonly problem: Problem | null;
}

function outcomeOf(all: Chronicle, call: CallView): Outcome {
  const said = resultOf(all, call);
  return call.late ? { ...said, facts: [...said.facts, callSaid.late] } : said;
}

function resultOf(all: Chronicle, call: CallView): Outcome {
  const agent = askerName(all.view, call);
  const name = callName(call);
  if (call.state === "unknown") {
    return told("attention", callSaid.unknown(name), [], problemOf(call));
  }
  switch (call.result) {
    case "ok": {
      const who = call.host ?? call.tool;
      const took = call.duration_ms === null || call.started_at === null ? null : durationText(call.duration_ms);
      const whole = call.body !== null && typeof call.body !== "string" ? [callSaid.whole(call.body.size)] : [];
      return {
        tone: null,
        sentence: callSaid.answeredTo(who, name, call.status),
        facts: [...(call.approvals.length > 0 ? tookFact(took) : [callSaid.answered(who, call.status, took)]), ...whole],
        quotes: contentOf(call),
        problem: null,
      };
    }
    case "tool_error":
      return { ...told("failed", callSaid.failed(name), [], problemOf(call)), quotes: contentOf(call) };
    case "approval_expired":
      return told("timedout", null, [callSaid.toldExpired(agent)]);
    case "rejected":
      return told("failed", null, [callSaid.toldRejected(agent)]);
    case "rejected_before":
      return told("failed", null, [callSaid.toldRejectedBefore(agent)]);
    case "denied":
      return told("failed", null, [callSaid.toldDenied(agent)]);
    case "unknown_tool":
      return told("failed", null, [callSaid.toldUnknownTool(agent, call.tool)]);
    case "invalid_arguments":
      return told("failed", null, [callSaid.toldArguments(agent, call.tool)]);
    case "tool_withdrawn":
      return told("failed", callSaid.failed(name), [callSaid.withdrawn(call.tool)]);
    case "not_run":
      return told("failed", callSaid.failed(name), [callSaid.notRun], problemOf(call));
    case null:
      if (call.state === "failed") return told("failed", callSaid.failed(name), [callSaid.notRun], problemOf(call));
      if (call.state === "cancelled") return told("cancelled", null, [callSaid.notRunEnded]);
      if (call.state === "executing") return told("running", null, [callSaid.calls(call.host)]);
      return told(null, null, []);
  }
}

function told(tone: Tone | null, sentence: Phrase | null, facts: readonly string[], problem: Problem | null = null): Outcome {
  return { tone, sentence, facts, quotes: [], problem };
}

function tookFact(took: string | null): string[] {
  return took === null ? [] : [callSaid.tookPart(took)];
}

function contentOf(call: CallView): Quote[] {
  return isEmptyText(call.content) ? [] : [{ speaker: "tool", text: call.content, long: false }];
}

function problemOf(call: CallView): Problem | null {
  return call.code === null ? null : { code: call.code, message: call.message ?? "", call: call.id };
}
