/** Where a run stands, in one sentence. */

import { callName, actorName, agentName, approvalName } from "@/features/run/model/names";
import { reasonFor } from "@/features/run/model/problem";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import type { Phrase } from "@/text/phrase";
import { sentence as say } from "@/text/run-story";

/** `mine`: whether the reader may decide what waits. */
export function oneSentence(view: RunView, mine: boolean): Phrase {
  const agent = agentName(view);
  const pending = pendingApprovals(view);
  const only = pending.length === 1 ? pending[0] : undefined;
  if (only) {
    const call = view.calls.find((each) => each.id === only.call);
    return say.waitsOne(agent, approvalName(only, call), mine);
  }
  if (pending.length > 1) return say.waitsMany(agent, pending.length, mine);
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
  const call = view.calls.find((each) => each.state === "executing");
  if (call) return say.calling(agent, callName(call));
  return view.steps.some((step) => step.state === "executing") ? say.thinking(agent) : say.running(agent);
}

function completedSentence(view: RunView, agent: string): Phrase {
  const decided = (state: string) => view.approvals.filter((each) => each.state === state && each.by !== null).length;
  return say.completed(agent, view.calls.length, decided("approved"), decided("rejected"));
}
