/** How the things of a run are named in its sentences. */

import { pendingApprovals, type ActorNamed, type ApprovalView, type AttemptView, type CallView, type NextModel, type RunView, type StepView } from "@/live/fold/view";
import { someone } from "@/text/run-story";

/** Who runs: an agent or an orchestration. */
export function agentName(view: RunView): string {
  return view.agent?.name ?? view.orchestration?.name ?? someone.agent;
}

/** Who works on a task; null: the run's own. */
export function workerName(view: RunView, task: string | null): string {
  return view.tasks.find((each) => each.id === task)?.agent.name ?? agentName(view);
}

/** Who asked for a call. */
export function askerName(view: RunView, call: CallView): string {
  return workerName(view, view.steps.find((step) => step.id === call.step)?.task ?? null);
}

/** Who waits for a decision: of a team, the one whose call it is. */
export function waiterName(view: RunView): string {
  const askers = new Set(pendingApprovals(view).flatMap((card) => {
    const call = view.calls.find((each) => each.id === card.call);
    return call === undefined ? [] : [askerName(view, call)];
  }));
  const [only] = askers;
  return only !== undefined && askers.size === 1 ? only : agentName(view);
}

/** A person by name; a key says that it is one. */
export function actorName(by: ActorNamed | null): string {
  if (by === null) return someone.person;
  if (by.kind !== "api_key") return by.name || someone.person;
  return by.name ? someone.namedKey(by.name) : someone.apiKey;
}

/** Who stands beside an entry. */
export function actorOf(by: ActorNamed | null): { readonly name: string; readonly isKey: boolean } {
  return { name: actorName(by), isKey: by?.kind === "api_key" };
}

/** A model that only follows a script; each of an agent's fallbacks is one or is none. */
export function isScripted(view: RunView, provider: string): boolean {
  return provider === "scripted" || (view.model?.scripted === true && (provider === "" || provider === view.model.provider));
}

/** Honest about a model that only follows a script. */
export function modelName(view: RunView, step: StepView): string {
  return isScripted(view, step.provider) ? someone.scriptedModel : step.model || view.model?.name || someone.model;
}

/** The same at the beginning of a sentence. The name of a real model is never written with another letter. */
export function modelSubject(view: RunView, step: StepView): string {
  return isScripted(view, step.provider) ? someone.scriptedModelFirst : step.model || view.model?.name || someone.modelFirst;
}

/** The same as a name alone. */
export function modelRowName(view: RunView, step: StepView): string {
  return isScripted(view, step.provider) ? someone.scriptedModelName : step.model || view.model?.name || someone.model;
}

/** A model call as one try of it asked: a fallback changes whom. A record of an earlier version names nobody. */
export function askedIn(step: StepView, attempt: AttemptView): StepView {
  return { ...step, model: attempt.model || step.model, provider: attempt.provider || step.provider };
}

/** The same as the next try will ask. */
export function askedNext(step: StepView, next: NextModel): StepView {
  return { ...step, ...next };
}

/** The call as a thing: the sentence of its tool's template, or the tool's name. Never the model's words. */
export function callName(call: CallView): string {
  return call.sentence || call.tool || someone.call;
}

export function approvalName(approval: ApprovalView, call: CallView | undefined): string {
  return approval.sentence || (call ? callName(call) : approval.tool) || someone.call;
}

/** The words of a rule without a full stop; empty where none applied. */
export function ruleText(call: { readonly rule: { readonly text: string } | null }): string {
  return (call.rule?.text ?? "").replace(/[.\s]+$/, "");
}
