/** Where a run stands, in one sentence. */

import { callName, actorName, agentName, approvalName, waiterName } from "@/features/run/model/names";
import { reasonFor } from "@/features/run/model/problem";
import { doesPhrase } from "@/features/run/model/team";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import type { Phrase } from "@/text/phrase";
import { sentence as say } from "@/text/run-story";
import { teamSentence } from "@/text/run-team";

/** `mine`: whether the reader may decide what waits. */
export function oneSentence(view: RunView, mine: boolean): Phrase {
  const agent = agentName(view);
  const pending = pendingApprovals(view);
  const only = pending.length === 1 ? pending[0] : undefined;
  if (only) {
    const call = view.calls.find((each) => each.id === only.call);
    return say.waitsOne(waiterName(view), approvalName(only, call), mine);
  }
  if (pending.length > 1) return say.waitsMany(waiterName(view), pending.length, mine);
  const problem = view.attention ?? view.error;
  if (problem !== null) return say.because(reasonFor(problem.code)?.why ?? problem.message);
  switch (view.status) {
    case "queued":
      return say.queued(agent);
    case "running":
      return runningSentence(view, agent);
    case "waiting":
      return say.waits(agent);
    case "cancelling":
      return say.cancelling(actorName(view.cancel?.by ?? null));
    case "cancelled":
      return say.cancelled(actorName(view.cancel?.by ?? null));
    default:
      return completedSentence(view, agent);
  }
}

function runningSentence(view: RunView, agent: string): Phrase {
  if (view.orchestration !== null) return teamRunningSentence(view, agent);
  const call = view.calls.find((each) => each.state === "executing");
  if (call) return say.calling(agent, callName(call));
  return view.steps.some((step) => step.state === "executing") ? say.thinking(agent) : say.running(agent);
}

/** Who of a team is at work, and on what. */
function teamRunningSentence(view: RunView, team: string): Phrase {
  const open = view.tasks.filter((task) => task.state === "running");
  const [first] = open;
  if (first === undefined) return say.running(team);
  if (open.length === 1) return teamSentence.does(doesPhrase(view, first));
  const who = [...new Set(open.map((task) => task.agent.name))];
  return who.length === 1 ? teamSentence.oneOfMany(first.agent.name, open.length) : teamSentence.many(who, open.length);
}

function completedSentence(view: RunView, agent: string): Phrase {
  if (view.plan !== null && view.plan.items.length > 1) {
    return teamSentence.completed(agent, view.plan.items.filter((each) => each.state === "done").length, view.plan.items.length);
  }
  const decided = (state: string) => view.approvals.filter((each) => each.state === state && each.by !== null).length;
  return say.completed(agent, view.calls.length, decided("approved"), decided("rejected"));
}
