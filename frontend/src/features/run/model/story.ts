/**
 * The story of a run in full sentences, from its view alone: a run that is read again tells the same.
 *
 * Calls run side by side, so entries stand by their time; no effect stands before its cause, whatever the
 * clocks of the machines said.
 */

import { Chronicle } from "@/features/run/model/chronicle";
import { instant, later } from "@/features/run/model/instants";
import { actorName, actorOf, agentName } from "@/features/run/model/names";
import { tellCall } from "@/features/run/model/story-of-calls";
import { tellModelCall } from "@/features/run/model/story-of-model";
import { item, type StoryItem } from "@/features/run/model/story-item";
import { tellEnd, tellNext } from "@/features/run/model/story-of-run";
import { tellTeam } from "@/features/run/model/story-of-team";
import { stepsOf, taskOf } from "@/features/run/model/team";
import type { RunView, StepView } from "@/live/fold/view";
import { began, runSaid } from "@/text/run-story";

export function tellStory(view: RunView): StoryItem[] {
  if (view.created_at === null) return [];
  const all = new Chronicle(view);
  const own = view.steps.filter((step) => taskOf(view, step) === null).flatMap((step) => tellStep(all, step));
  const team = tellTeam(view, (task) => stepsOf(view, task).flatMap((step) => tellStep(all, step)));
  const middle = inOrder([...own, ...team, ...tellCancelling(view)]);
  return oncePerKey([tellBeginning(view), ...middle, ...tellEnd(view), ...tellNext(view)]);
}

/** A record that contradicts itself may name one thing twice: the screen shows it once. */
function oncePerKey(items: readonly StoryItem[]): StoryItem[] {
  const keys = new Set<string>();
  return items.filter(({ key }) => !keys.has(key) && keys.add(key));
}

function tellBeginning(view: RunView): StoryItem {
  const who = actorName(view.requester);
  return item({
    key: "begin",
    at: view.created_at,
    icon: "person",
    person: actorOf(view.requester),
    sentence: began.asked(who, agentName(view), (view.agent ?? view.orchestration)?.version ?? null),
    quotes: [{ speaker: "person", text: view.input, long: true }],
    facts: view.model?.scripted ? [began.scripted] : [],
  });
}

function tellStep(all: Chronicle, step: StepView): StoryItem[] {
  const asked = later(step.started_at, step.ended_at);
  const calls = all.callsOf(step).flatMap((call) => settled(tellCall(all, call, asked), asked));
  return [...settled(tellModelCall(all.view, step), step.started_at), ...calls];
}

function tellCancelling(view: RunView): StoryItem[] {
  if (view.cancel === null) return [];
  const who = actorName(view.cancel.by);
  const said = view.status === "cancelling" ? runSaid.cancelling : runSaid.cancelled;
  return [
    item({
      key: "cancel",
      at: view.cancel.at,
      icon: "cancel",
      tone: "cancelled",
      sentence: said(who),
      facts: view.cancel.reason ? [runSaid.reason(view.cancel.reason)] : [],
    }),
  ];
}

/** One chain of causes: no entry before the one that led to it. */
function settled(chain: readonly StoryItem[], from: string | null): StoryItem[] {
  let floor = from;
  return chain.map((each) => {
    floor = later(floor, each.at);
    return floor === each.at ? each : { ...each, at: floor };
  });
}

function inOrder(items: readonly StoryItem[]): StoryItem[] {
  return [...items].sort((one, other) => (instant(one.at) ?? 0) - (instant(other.at) ?? 0));
}
