/** The sentences of a run: made from its record by these templates, never by a model. */

import { strong, type Phrase } from "@/text/phrase";
import { listed, number, plural } from "@/text/plural";

/** Where no name is known. */
export const someone = {
  agent: "The agent",
  person: "Somebody",
  apiKey: "An API key",
  namedKey: (name: string) => `The API key “${name}”`,
  call: "a tool call",
  scriptedModel: "the scripted model",
  scriptedModelFirst: "The scripted model",
  scriptedModelName: "scripted model",
  model: "the model",
  modelFirst: "The model",
  deciders: "a reviewer, an admin or an owner of the project",
} as const;

export const began = {
  asked: (who: string, agent: string, version: number | null): Phrase => [
    strong(who), " asked ", strong(agent), version === null ? "" : `, version ${version}`,
  ],
  scripted: "Its model follows a script: no real model is called.",
} as const;

export const modelSaid = {
  waits: (agent: string, model: string): Phrase => [strong(agent), " waits for ", model],
  thinking: (agent: string, model: string): Phrase => [strong(agent), " is asking ", model],
  writing: (agent: string, model: string): Phrase => [strong(agent), " is writing, with ", model],
  wrote: (agent: string): Phrase => [strong(agent), " wrote"],
  thought: (agent: string): Phrase => [strong(agent), " thought"],
  answered: (agent: string): Phrase => [strong(agent), " answered"],
  cutOff: (model: string): Phrase => [strong(model), " was cut off at its length limit"],
  declined: (model: string): Phrase => [strong(model), " declined"],
  filtered: (model: string): Phrase => ["A content filter of the provider stopped ", strong(model)],
  triedAgain: (fault: Phrase, pause: string): Phrase => [...fault, `; Baton tried again after ${pause}`],
  triedAtOnce: (fault: Phrase): Phrase => [...fault, "; Baton tried again at once"],
  triesAgain: (fault: Phrase): Phrase => [...fault, "; Baton tries again"],
  gaveUp: (fault: Phrase, tries: number): Phrase => [...fault, `; Baton gave up after ${plural(tries, "try", "tries")}`],
  otherAnswered: (fault: Phrase, other: string): Phrase => [...fault, "; ", strong(other), " answered"],
  otherIsAsked: (fault: Phrase, other: string): Phrase => [...fault, "; Baton is asking ", strong(other)],
  otherWasAsked: (fault: Phrase, other: string): Phrase => [...fault, "; Baton asked ", strong(other)],
  instead: (model: string, fallback: number) => `Written by ${model}, fallback ${number(fallback)} of the agent.`,
} as const;

/** What was wrong with one try, as the beginning of a sentence. */
export const faultSaid = {
  gaveNoReply: (model: string): Phrase => [strong(model), " gave no reply"],
  didNotAnswer: (model: string): Phrase => [strong(model), " did not answer"],
  status: (model: string, status: string): Phrase => ["The provider of ", strong(model), ` answered ${status}`],
  notAsked: (model: string): Phrase => [strong(model), " was not asked, because it has not answered lately"],
  forgot: (model: string): Phrase => ["The provider of ", strong(model), " no longer knew the conversation"],
} as const;

/** Why one try failed, where the reason of a whole run would say too much. */
export const tryReasons: Readonly<Record<string, string>> = {
  provider_error: "The model provider failed on its side.",
};

/** The next try while it is still to come, and once its time has come. */
export const nextTry = {
  in: (attempt: number, left: string) => `Try ${number(attempt)} in ${left}`,
  underWay: (attempt: number) => `Try ${number(attempt)} is under way`,
} as const;

export const callSaid = {
  asked: (agent: string, what: string): Phrase => [strong(agent), " asked for ", strong(what)],
  cannotRun: (agent: string, tool: string): Phrase => [strong(agent), " asked for ", strong(tool), "; it cannot run"],
  waits: (agent: string, what: string): Phrase => [strong(agent), " asks for ", strong(what), " and waits for a person"],
  askedPerson: (agent: string, what: string): Phrase => [strong(agent), " asked for ", strong(what), "; a person had to decide"],
  again: (what: string): Phrase => ["A person must decide again about ", strong(what)],
  askedAgain: (what: string): Phrase => ["A person had to decide again about ", strong(what)],
  judging: "The policy has not judged it yet.",
  allowed: (rule: string) => (rule === "" ? "The policy allows it." : `The policy allows it: ${rule}.`),
  asks: (rule: string) => (rule === "" ? "The policy asks a person." : `The policy asks a person: ${rule}.`),
  denied: (rule: string) => (rule === "" ? "The policy denies it." : `The policy denies it: ${rule}.`),
  calling: (host: string | null, what: string): Phrase =>
    host === null ? ["Baton is making the call ", strong(what)] : ["Baton is calling ", strong(host), ": ", what],
  calls: (host: string | null) => (host === null ? "Baton is making the call." : `Baton is calling ${host}.`),
  execution: (count: number) => `Execution ${count}.`,
  answered: (who: string, status: number | null, took: string | null): string =>
    `${who} answered${status === null ? "" : ` with ${status}`}${took === null ? "" : ` in ${took}`}.`,
  answeredTo: (who: string, what: string, status: number | null): Phrase => [
    strong(who), " answered ", strong(what), status === null ? "" : ` with ${status}`,
  ],
  failed: (what: string): Phrase => [strong(what), " failed"],
  tookPart: (took: string) => `It took ${took}.`,
  toldExpired: (agent: string) => `${agent} is told that nobody decided in time.`,
  toldRejected: (agent: string) => `${agent} is told that it was rejected.`,
  toldRejectedBefore: (agent: string) => `${agent} is told that this call was rejected before.`,
  toldDenied: (agent: string) => `${agent} is told that it is not allowed.`,
  toldUnknownTool: (agent: string, tool: string) => `${agent} is told that there is no tool ${tool}.`,
  toldArguments: (agent: string, tool: string) => `${agent} is told that the arguments of ${tool} do not fit.`,
  withdrawn: (tool: string) => `${tool} was withdrawn, so it did not run.`,
  notRun: "It did not run.",
  notRunEnded: "It did not run: the run ended first.",
  unknown: (what: string): Phrase => ["Baton could not tell whether ", strong(what), " happened"],
  late: "A late answer to it arrived; it changed nothing.",
  whole: (characters: number) => `The model read the beginning; the whole answer has ${plural(characters, "character", "characters")}.`,
} as const;

export const approvalSaid = {
  approved: (who: string, what: string): Phrase => [strong(who), " approved ", strong(what)],
  rejected: (who: string, what: string): Phrase => [strong(who), " rejected ", strong(what)],
  reason: (words: string) => `Reason: “${words}”.`,
  waited: (duration: string) => `The decision took ${duration}.`,
  expired: (what: string): Phrase => ["Nobody decided in time about ", strong(what), "; it did not run"],
  unused: (what: string): Phrase => ["The approval of ", strong(what), " was not used in time; it did not run"],
  superseded: (what: string, because: string): Phrase => [
    "The card for ", strong(what), because === "" ? " is void" : ` is void, because ${because}`,
  ],
  noLonger: "Nobody needs to decide about it any more.",
  askedAgainBecause: (because: string) => `It is asked again because ${because}.`,
} as const;

const becauses: Readonly<Record<string, string>> = {
  tool_definition: "the definition of the tool changed",
  policy: "the policy of the project changed",
  destination: "the host it goes to changed",
  credential: "the credential changed",
  arguments: "the arguments changed",
  decider_role: "the person who decided may no longer decide",
};

/** Why a card was made anew, as the end of a sentence. */
export function becauseText(names: readonly string[]): string {
  return listed(names.map((name) => becauses[name] ?? name));
}

export const waitSaid = {
  title: (rule: string) => (rule === "" ? "A person must decide" : `A person must decide: ${rule}`),
  who: (deciders: string) => `Asked: ${deciders}`,
  you: "You may decide",
  decide: "Decide",
  expires: (left: string) => `expires in ${left}, then it does not run`,
  noExpiry: "no time limit but the run's deadline",
  over: "its time to decide is over",
  held: {
    approve: (who: string, left: string) => `${who} approved it; it starts in ${left}`,
    reject: (who: string, left: string) => `${who} rejected it; that counts in ${left}`,
  },
  heldUndo: "Until then it can be taken back in Approvals",
  heldOpen: "Open",
} as const;

export const runSaid = {
  cancelling: (who: string): Phrase => [strong(who), " cancelled the run; what is under way is being ended"],
  cancelled: (who: string): Phrase => [strong(who), " cancelled the run"],
  attention: "The run needs a person",
  completed: (took: string): Phrase => ["The run completed", took],
  failed: (took: string): Phrase => ["The run failed", took],
  wasCancelled: (took: string): Phrase => ["The run was cancelled", took],
  timedOut: (took: string): Phrase => ["The run passed its deadline", took],
  rejected: (agent: string, took: string): Phrase => [strong(agent), " rejected the request", took],
  after: (took: string) => ` after ${took}`,
  waiting: (took: string) => `, of it ${took} waiting`,
  reason: (words: string) => `Reason: “${words}”.`,
  used: (models: number, tools: number) =>
    `${plural(models, "model call", "model calls")}, ${plural(tools, "tool call", "tool calls")}`,
  next: "What now",
  ignored: (count: number) =>
    `${plural(count, "event is", "events are")} of a kind that this version of Baton does not know; see Events.`,
} as const;

export const nextSaid = {
  queued: { what: "Then: a worker takes the run and asks the model", detail: "It waits for a free worker." },
  model: { what: "Then: the reply is an answer, or asks for tools", detail: "" },
  call: { what: "Then: the model reads what the tool answered", detail: "" },
  approval: (agent: string) => ({
    what: "Then: make the call once and let the model read the answer",
    detail: `It is sent only after a person approves. If it is rejected or nobody decides in time, it does not run and ${agent} is told.`,
  }),
  cancelling: { what: "Then: the run ends as cancelled", detail: "A call that is under way is waited for." },
  attention: { what: "Then: nothing, until a person cancels the run", detail: "" },
} as const;

function decisions(approved: number, rejected: number): string {
  const parts = [
    ...(approved > 0 ? [`approved ${number(approved)}`] : []),
    ...(rejected > 0 ? [`rejected ${number(rejected)}`] : []),
  ];
  return parts.length === 0 ? "" : `; people ${listed(parts)}`;
}

export const sentence = {
  queued: (agent: string): Phrase => [strong(agent), " has not begun: the run waits for a free worker."],
  thinking: (agent: string): Phrase => [strong(agent), " is waiting for its model."],
  calling: (agent: string, what: string): Phrase => [strong(agent), " is making the call ", strong(what), "."],
  running: (agent: string): Phrase => [strong(agent), " is at work."],
  waitsOne: (agent: string, what: string, mine: boolean): Phrase => [
    strong(agent), " wants a decision about ", strong(what), mine ? "; it may be yours." : ".",
  ],
  waitsMany: (agent: string, count: number, mine: boolean): Phrase => [
    strong(agent), " waits for ", strong(plural(count, "decision", "decisions")), mine ? "; they may be yours." : ".",
  ],
  waits: (agent: string): Phrase => [strong(agent), " waits."],
  cancelling: (who: string): Phrase => [strong(who), " cancelled the run; what is under way is being ended."],
  cancelled: (who: string): Phrase => [strong(who), " cancelled the run before it had an answer."],
  completed: (agent: string, calls: number, approved: number, rejected: number): Phrase =>
    calls === 0
      ? [strong(agent), " answered without a tool."]
      : [strong(agent), " answered, with ", plural(calls, "tool call", "tool calls"), decisions(approved, rejected), "."],
  because: (why: string): Phrase => [why],
} as const;
