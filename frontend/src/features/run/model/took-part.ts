/** Who took part in a run and with what, in the order they came. */

import { costWords, type Spent } from "@/features/spending/amounts";
import { sumOfSteps } from "@/features/run/model/cost";
import { actorName } from "@/features/run/model/names";
import type { ActorNamed, AgentNamed, RunView, StepView } from "@/live/fold/view";
import { side } from "@/text/run";

export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly kind: "person" | "key" | "agent";
  readonly part: string;
}

export function tookPart(view: RunView): Participant[] {
  const people = new Map<string, { by: ActorNamed; parts: string[] }>();
  const add = (by: ActorNamed | null, part: string) => {
    if (by === null) return;
    const known = people.get(by.id) ?? { by, parts: [] };
    people.set(by.id, { by, parts: [...known.parts, part] });
  };
  add(view.requester, side.started);
  for (const [by, approved, rejected] of decisions(view)) {
    if (approved > 0) add(by, side.approved(approved));
    if (rejected > 0) add(by, side.rejected(rejected));
  }
  add(view.cancel?.by ?? null, side.cancelled);
  const all = [...people.values()].map<Participant>(({ by, parts }) => ({
    id: by.id,
    name: actorName(by),
    kind: by.kind === "api_key" ? "key" : "person",
    part: parts.join(", "),
  }));
  return [...all.slice(0, 1), ...agentsOf(view), ...all.slice(1)];
}

/** The agent of the run, or those of its team that did something. */
function agentsOf(view: RunView): Participant[] {
  if (view.agent !== null) return [participant(view.agent, view.steps, view)];
  const members = new Map(view.tasks.map(({ agent }) => [agent.id, agent]));
  const workers = new Map(view.tasks.map(({ id, agent }) => [id, agent.id]));
  return [...members.values()].map((agent) => {
    const steps = view.steps.filter((step) => step.task !== null && workers.get(step.task) === agent.id);
    return participant(agent, steps, sumOfSteps(steps));
  });
}

function participant({ id, name }: AgentNamed, steps: readonly StepView[], { cost, usage }: Spent): Participant {
  const priced = Object.keys(cost.amounts).length > 0;
  const used = priced ? costWords(cost) : side.tokens(usage.input + usage.output);
  return { id, name, kind: "agent", part: side.agent(steps.length, used) };
}

function decisions(view: RunView): Iterable<readonly [ActorNamed, number, number]> {
  const counts = new Map<string, readonly [ActorNamed, number, number]>();
  for (const { by, decided_at, state } of view.approvals) {
    if (by === null || decided_at === null) continue;
    const [, approved, rejected] = counts.get(by.id) ?? [by, 0, 0];
    counts.set(by.id, state === "rejected" ? [by, approved, rejected + 1] : [by, approved + 1, rejected]);
  }
  return counts.values();
}
