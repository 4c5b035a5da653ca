/** From the view of a run to the rows of its waterfall: run, agent or tasks of a team, model calls, tries, tool calls, waits. */

import { Chronicle } from "@/features/run/model/chronicle";
import { countsFrom } from "@/features/run/model/grace";
import { instant } from "@/features/run/model/instants";
import { actorName, agentName, askedIn, callName, modelRowName } from "@/features/run/model/names";
import { bar, type Bar, type Row } from "@/features/run/model/spans";
import { taskOf } from "@/features/run/model/team";
import { statusIn } from "@/features/run/model/tries";
import { taskRows } from "@/features/run/model/waterfall-of-team";
import { hasEnded } from "@/live/fold/words";
import { NO_COST, type ApprovalView, type AttemptView, type CallView, type RunView, type StepView } from "@/live/fold/view";
import { bars as words, rows as say } from "@/text/run-trace";
import { lookOfCall, lookOfRun, type Tone } from "@/ui/status-look";

type Clock = (at: string | null) => number | null;

/** `id`: of the run, as people see it. */
export function waterfall(view: RunView, id: string): Row | null {
  const origin = instant(view.created_at);
  if (origin === null) return null;
  const clock: Clock = (at) => {
    const value = instant(at);
    return value === null ? null : value - origin;
  };
  const all = new Chronicle(view);
  const end = clock(view.ended_at);
  const rowsOf = (step: StepView) => [modelRow(all, step, clock), ...all.callsOf(step).map((call) => callRow(all, call, step, clock))];
  const tone = runTone(view);
  const tokens = view.usage.input + view.usage.output;
  const common = {
    step: null,
    mono: false,
    tone,
    tokens: view.steps.length === 0 ? null : tokens,
    tokensUnknown: view.usage.unknown > 0,
    tookMs: view.duration_ms,
    cost: view.cost,
    mark: null,
  };
  const run = { ...common, id: "run", kind: "run" as const, name: say.run(id), note: say.runNote, bars: [bar("frame", 0, end)] };
  if (view.orchestration !== null) {
    const own = view.steps.filter((step) => taskOf(view, step) === null).flatMap(rowsOf);
    const note = say.teamNote(view.orchestration.name, view.orchestration.version);
    return { ...run, note, children: [...taskRows(view, rowsOf), ...own] };
  }
  const agent: Row = {
    ...common,
    id: "agent",
    kind: "agent",
    name: agentName(view),
    note: say.agentNote(view.agent?.version ?? null),
    bars: [bar("frame", clock(view.started_at) ?? end ?? 0, end)],
    tookMs: null,
    children: view.steps.flatMap(rowsOf),
  };
  return { ...run, children: [agent] };
}

function runTone(view: RunView): Tone | null {
  return view.status === "completed" ? null : lookOfRun(view.status, view.waiting_for).tone;
}

function modelRow(all: Chronicle, step: StepView, clock: Clock): Row {
  const from = clock(step.started_at) ?? 0;
  const to = clock(step.ended_at);
  const failures = step.attempts.filter((each) => each.state === "failed");
  const children = failures.length === 0 ? [] : tries(all.view, step, clock);
  const failed = step.state === "failed" || isStopped(step) || step.output?.outcome === "refused";
  const over = to === null && hasEnded(all.view.status) ? (clock(all.view.ended_at) ?? from) : to;
  const known = step.usage.input + step.usage.output;
  return {
    id: step.id,
    step: step.id,
    kind: "model",
    name: modelRowName(all.view, step),
    mono: false,
    note: modelNote(step),
    mark: step.target > 0 ? say.fallback(step.target) : null,
    tone: failed ? "failed" : step.state === "executing" && over === null ? "running" : null,
    bars: [bar(children.length > 0 ? "frame" : failed ? "failed" : "model", from, over)],
    tokens: step.state === "succeeded" && (known > 0 || step.usage.unknown === 0) ? known : null,
    tokensUnknown: step.usage.unknown > 0,
    tookMs: step.duration_ms,
    cost: step.cost,
    children,
  };
}

function isStopped(step: StepView): boolean {
  return step.finish_reason === "length" || step.finish_reason === "refusal" || step.finish_reason === "content_filter";
}

function modelNote(step: StepView): string {
  if (step.state === "executing") return say.thinking;
  if (step.state === "failed") return say.gaveUp;
  if (step.output?.outcome === "refused") return say.refused;
  if (step.finish_reason === "length") return say.cutOff;
  if (step.finish_reason === "refusal") return say.declined;
  if (step.finish_reason === "content_filter") return say.filtered;
  return step.calls.length > 0 ? say.asks(step.calls.length) : say.answers;
}

/** The failed tries beside the good one, or the one that goes on. */
function tries(view: RunView, step: StepView, clock: Clock): Row[] {
  const rows: Row[] = [];
  let from = clock(step.started_at) ?? 0;
  for (const attempt of step.attempts) {
    const end = clock(attempt.at) ?? from;
    const start = attempt.duration_ms === null ? from : Math.max(from, end - attempt.duration_ms);
    rows.push(tryRow(view, step, attempt, start, end));
    from = end + (attempt.retry_in_ms ?? 0);
  }
  const last = step.attempts[step.attempts.length - 1];
  if (step.state === "executing" && !hasEnded(view.status) && last !== undefined) {
    rows.push(openTry(view, step, last.number + 1, from));
  }
  return rows;
}

function tryRow(view: RunView, step: StepView, attempt: AttemptView, from: number, to: number): Row {
  const failed = attempt.state === "failed";
  const used = attempt.usage;
  return {
    ...anyTry(view, askedIn(step, attempt), attempt.number),
    note: failed ? say.tryFailed(attempt.number, whyOf(attempt)) : say.tryOf(attempt.number),
    tone: failed ? "failed" : null,
    bars: [bar(failed ? "failed" : "model", from, to)],
    tokens: used === null || used.unknown > 0 ? null : used.input + used.output,
    tookMs: Math.max(0, to - from),
    cost: attempt.cost,
  };
}

function whyOf({ code, message }: AttemptView): string {
  if (code === "circuit_open") return say.notAsked;
  return statusIn(message) ?? code ?? "";
}

function openTry(view: RunView, step: StepView, number: number, from: number): Row {
  const bars = [bar("model", from, null)];
  return { ...anyTry(view, step, number), note: say.tryOf(number), tone: "running", bars };
}

function anyTry(view: RunView, asked: StepView, number: number) {
  return {
    id: `${asked.id}.${number}`,
    step: asked.id,
    kind: "try" as const,
    name: modelRowName(view, asked),
    mono: false,
    mark: null,
    tokens: null,
    tokensUnknown: false,
    tookMs: null,
    cost: NO_COST,
    children: [],
  };
}

function callRow(all: Chronicle, call: CallView, step: StepView, clock: Clock): Row {
  const asked = clock(step.ended_at) ?? clock(step.started_at) ?? 0;
  const cards = all.approvalsOf(call);
  const bars = [...cards.flatMap((card) => waitBars(all, card, call, clock)), ...executionBars(all.view, call, asked, clock)];
  return {
    id: call.id,
    step: call.id,
    kind: call.effect_class === "read_only" ? "read" : "tool",
    name: call.tool,
    mono: true,
    note: call.sentence ? callName(call) : "",
    tone: call.state === "succeeded" || call.state === "allowed" || call.state === "proposed" ? null : lookOfCall(call.state).tone,
    bars,
    tokens: null,
    tokensUnknown: false,
    tookMs: call.started_at === null ? null : call.duration_ms,
    cost: NO_COST,
    mark: null,
    children: cards.map((card) => cardRow(all, card, call, clock)),
  };
}

function executionBars(view: RunView, call: CallView, asked: number, clock: Clock): Bar[] {
  const from = clock(call.started_at);
  const to = clock(call.ended_at);
  if (from === null) return call.approvals.length > 0 && to === null ? [] : [bar("point", to ?? asked, to ?? asked)];
  const failed = call.state === "failed" || call.state === "unknown";
  const over = to ?? (call.state === "executing" && !hasEnded(view.status) ? null : (clock(view.ended_at) ?? from));
  return [bar(failed ? "failed" : "tool", from, over)];
}

function waitBar(all: Chronicle, card: ApprovalView, call: CallView, clock: Clock): Bar {
  const over = all.endOfWait(card, call);
  const kind = card.state === "pending" ? "wait" : "waited";
  const expires = clock(card.expires_at);
  const to = card.state === "pending" ? null : (clock(over) ?? clock(card.requested_at) ?? 0);
  return bar(kind, clock(card.requested_at) ?? 0, to, { expires, end: words.ends[endWord(card)] });
}

/** Shorter than that nobody could have taken a decision back: a worker came for it. */
const LEAST_GRACE = 900;

/** The wait, and after a decision the time in which it could be taken back. */
function waitBars(all: Chronicle, card: ApprovalView, call: CallView, clock: Clock): Bar[] {
  const wait = waitBar(all, card, call, clock);
  const decided = instant(card.decided_at);
  if (decided === null || wait.to === null) return [wait];
  const length = countsFrom(all.starts, decided) - decided;
  return length < LEAST_GRACE ? [wait] : [wait, bar("grace", wait.to, wait.to + length)];
}

/** A decision that later fell away was one all the same. */
function endWord(card: ApprovalView): ApprovalView["state"] {
  return card.decided_at !== null && card.state !== "rejected" ? "approved" : card.state;
}

function cardRow(all: Chronicle, card: ApprovalView, call: CallView, clock: Clock): Row {
  const wait = waitBar(all, card, call, clock);
  const decided = card.by !== null || card.decided_at !== null;
  return {
    id: card.id,
    step: call.id,
    kind: "person",
    name: decided ? actorName(card.by) : say.awaited,
    mono: false,
    note: decided ? words.ends[endWord(card)] : noteOf(card),
    tone: card.state === "pending" ? "approval" : card.state === "rejected" ? "failed" : null,
    bars: waitBars(all, card, call, clock),
    tokens: null,
    tokensUnknown: false,
    tookMs: wait.to === null ? null : wait.to - wait.from,
    cost: NO_COST,
    mark: null,
    children: [],
  };
}

function noteOf(card: ApprovalView): string {
  if (card.state === "superseded") return say.superseded;
  if (card.state === "expired") return say.expired;
  return card.state === "cancelled" ? say.cancelled : say.notYet;
}
