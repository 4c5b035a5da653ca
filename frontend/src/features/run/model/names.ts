/** How the things of a run are named in its sentences. */

import type { ActorNamed, ApprovalView, CallView, RunView, StepView } from "@/live/fold/view";
import { someone } from "@/text/run-story";

export function agentName(view: RunView): string {
  return view.agent?.name ?? someone.agent;
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

/** Honest about a model that only follows a script. */
export function modelName(view: RunView, step: StepView | null = null): string {
  if (view.model?.scripted) return someone.scriptedModel;
  return step?.model || view.model?.name || someone.model;
}

/** The same at the beginning of a sentence. The name of a real model is never written with another letter. */
export function modelSubject(view: RunView, step: StepView): string {
  if (view.model?.scripted) return someone.scriptedModelFirst;
  return step.model || view.model?.name || someone.modelFirst;
}

/** The same as a name alone. */
export function modelRowName(view: RunView, step: StepView): string {
  return view.model?.scripted ? someone.scriptedModelName : step.model || view.model?.name || someone.model;
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
