import type { Json, JsonObject } from "../json";
import type { Text } from "./text";
import type { ApprovalState, CallState, ResultKind, RunStatus, StepState, WaitingFor } from "./words";

/**
 * What a run looks like to people: the value that the fold makes of its events.
 *
 * Field by field the JSON of `orchestration.engine.view.RunView`; a test compares both, byte for byte.
 */
export interface RunView {
  readonly status: RunStatus;
  readonly waiting_for: readonly WaitingFor[];
  readonly agent: AgentNamed | null;
  /** Null: one agent runs. */
  readonly orchestration: OrchestrationNamed | null;
  readonly requester: ActorNamed | null;
  readonly model: ModelNamed | null;
  readonly limits: Limits | null;
  readonly input: Text;
  readonly deadline_at: string | null;
  readonly created_at: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly steps: readonly StepView[];
  readonly calls: readonly CallView[];
  readonly approvals: readonly ApprovalView[];
  readonly plan: PlanView | null;
  readonly tasks: readonly TaskView[];
  readonly usage: UsageView;
  readonly cost: CostView;
  readonly output: Text | null;
  readonly error: ProblemView | null;
  readonly attention: ProblemView | null;
  readonly cancel: CancelView | null;
  readonly last_seq: number;
  /** Events of kinds that this fold does not know, or about things it has not seen. */
  readonly ignored: number;
}

export interface AgentNamed {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly version_id: string;
}

export type OrchestrationNamed = AgentNamed;

/** Work of one agent in a run of several: to plan, execute, review, revise or compose. */
export interface TaskView {
  readonly id: string;
  readonly kind: string;
  readonly agent: AgentNamed;
  /** running, completed, failed, rejected or cancelled */
  readonly state: RunStatus;
  readonly started_at: string;
  /** Why this agent. */
  readonly reason: string;
  readonly input: Text;
  /** Key of the plan's task that it is about. */
  readonly item: string | null;
  readonly round: number | null;
  /** The task whose conversation it goes on with. */
  readonly continues: string | null;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly output: Text | null;
  /** Of a review that could be read. */
  readonly verdict: Verdict | null;
  readonly error: ProblemView | null;
}

/** What one reviewer concluded. Scores are decimal texts: an event holds no fractions. */
export interface Verdict {
  readonly needs_more_work: boolean;
  readonly comments: string;
  readonly scores: Readonly<Record<string, string>>;
  readonly below: readonly string[];
}

/** A task of the plan, and how far the work on it is. */
export interface PlanItemView {
  readonly key: string;
  readonly title: string;
  readonly prompt: string;
  /** Whom the plan names, or nothing. */
  readonly agent: string;
  readonly specialization: string;
  readonly depends_on: readonly string[];
  /** pending, working, reviewing, done, failed or skipped */
  readonly state: string;
  readonly author: string | null;
  /** Whose output its work is, or will be. */
  readonly task: string | null;
  /** Rounds so far. */
  readonly reviews: number;
  /** Why its review ended. */
  readonly reason: string | null;
  readonly final_revision_unreviewed: boolean;
  readonly error: ProblemView | null;
}

export interface PlanView {
  /** input, stored or model */
  readonly source: string;
  readonly made_at: string;
  readonly items: readonly PlanItemView[];
}

/** Who acted: a person or an API key. */
export interface ActorNamed {
  readonly kind: "user" | "api_key";
  readonly id: string;
  readonly name: string;
}

export interface ModelNamed {
  readonly provider: string;
  readonly name: string;
  readonly scripted: boolean;
}

export interface Limits {
  readonly steps: number | null;
  readonly tokens: number | null;
}

/** Tokens of a run or of one attempt. */
export interface UsageView {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
  /** Attempts whose provider did not say how many tokens were read or written. */
  readonly unknown: number;
}

/** Money in billionths of a currency. Amounts of different currencies are never added. */
export interface CostView {
  /** By currency. */
  readonly amounts: Readonly<Record<string, number>>;
  /** Attempts that used something and whose cost nobody knows. */
  readonly unknown: number;
}

/** Whom the following try asks instead; `target` 0 is the agent's own model, n its n-th fallback. */
export interface NextModel {
  readonly target: number;
  readonly provider: string;
  readonly model: string;
}

export interface AttemptView {
  readonly number: number;
  readonly state: StepState;
  readonly at: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly retry_in_ms: number | null;
  readonly duration_ms: number | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** Null: nothing was read or written. */
  readonly usage: UsageView | null;
  readonly cost: CostView;
  readonly next: NextModel | null;
}

/** One way of reading a structured answer; without a problem, it held. */
export interface RungView {
  rung: string;
  problem: string | null;
  message: string | null;
}

/** What became of the answer of a step that owed one in a given form. */
export interface OutputView {
  rungs: readonly RungView[];
  outcome: string | null;
  attempt: number;
  stage: string | null;
  words_around: boolean;
  coerced: readonly string[];
  problem: string | null;
  message: string | null;
  value: Text | null;
}

/** One model call. */
export interface StepView {
  readonly id: string;
  readonly number: number;
  readonly model: string;
  readonly provider: string;
  readonly state: StepState;
  readonly started_at: string;
  readonly ended_at: string | null;
  /** With every attempt and the pauses between them. */
  readonly duration_ms: number | null;
  readonly text: Text;
  readonly reasoning: Text;
  readonly finish_reason: string | null;
  /** Of every attempt. */
  readonly usage: UsageView;
  readonly cost: CostView;
  /** Who is asked, and in the end who answered: 0 the agent's own model, n its n-th fallback. */
  readonly target: number;
  readonly attempts: readonly AttemptView[];
  /** Ids of the calls it asked for, in order. */
  readonly calls: readonly string[];
  output: OutputView | null;
  /** The task of the run that it belongs to; null: the run's own. */
  task: string | null;
}

export interface RuleNamed {
  readonly id: string | null;
  readonly text: string;
  readonly [more: string]: Json;
}

export interface CallView {
  readonly id: string;
  readonly step: string;
  readonly index: number;
  readonly tool: string;
  readonly provider_id: string | null;
  /** The arguments as the model wrote them. */
  readonly requested: Text;
  readonly state: CallState;
  readonly tool_version: string | null;
  readonly arguments: Json;
  readonly sentence: string | null;
  readonly host: string | null;
  readonly effect_class: string | null;
  readonly outcome: string | null;
  readonly rule: RuleNamed | null;
  readonly problem: JsonObject | null;
  /** Ids of its approvals, oldest first. */
  readonly approvals: readonly string[];
  readonly execution: number;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly result: ResultKind | null;
  readonly content: Text;
  readonly code: string | null;
  readonly message: string | null;
  readonly status: number | null;
  /** The whole answer, where the model read a part of it. */
  readonly body: Text | null;
  /** A result arrived after the run had ended; it changed nothing. */
  readonly late: boolean;
}

export interface ApprovalView {
  readonly id: string;
  readonly call: string;
  readonly revision: number;
  readonly digest: string;
  readonly state: ApprovalState;
  readonly requested_at: string;
  readonly sentence: string | null;
  readonly tool: string | null;
  readonly host: string | null;
  readonly credential: string | null;
  readonly arguments: Json;
  readonly effect_class: string | null;
  readonly rule: RuleNamed | null;
  readonly expires_at: string | null;
  /** What differs from the card before it; empty for a first card. */
  readonly because: readonly string[];
  readonly superseded_because: readonly string[];
  readonly by: ActorNamed | null;
  readonly reason: string | null;
  readonly decided_at: string | null;
}

/** Why a run failed, was rejected, or needs a person. */
export interface ProblemView {
  readonly code: string;
  readonly message: string;
  readonly call: string | null;
}

export interface CancelView {
  readonly at: string;
  readonly by: ActorNamed | null;
  readonly reason: string | null;
}

export const NO_USAGE: UsageView = { input: 0, cached: 0, output: 0, reasoning: 0, unknown: 0 };

export const NO_COST: CostView = { amounts: {}, unknown: 0 };

export const EMPTY_VIEW: RunView = {
  status: "queued",
  waiting_for: [],
  agent: null,
  orchestration: null,
  requester: null,
  model: null,
  limits: null,
  input: "",
  deadline_at: null,
  created_at: null,
  started_at: null,
  ended_at: null,
  duration_ms: null,
  steps: [],
  calls: [],
  approvals: [],
  plan: null,
  tasks: [],
  usage: NO_USAGE,
  cost: NO_COST,
  output: null,
  error: null,
  attention: null,
  cancel: null,
  last_seq: 0,
  ignored: 0,
};

export function pendingApprovals(view: RunView): readonly ApprovalView[] {
  return view.approvals.filter((each) => each.state === "pending");
}
