/** The entries of a team's run: the plan, what each task of it began and ended with, what reviewers said. */

import { later } from "@/features/run/model/instants";
import { hasPlan } from "@/features/run/model/plan";
import { item, type StoryItem } from "@/features/run/model/story-item";
import { doesPhrase, hasItemEnded, isContent, itemOf, neededTitles, stepsOf, tasksOf, titleOf, titlePart } from "@/features/run/model/team";
import type { PlanItemView, RunView, TaskView, Verdict } from "@/live/fold/view";
import type { Phrase } from "@/text/phrase";
import { endReasons, teamSaid } from "@/text/run-team";

/** In the order of causes, for what stands at the same time: `tellSteps` tells the model calls of a task. */
export function tellTeam(view: RunView, tellSteps: (task: TaskView) => StoryItem[]): StoryItem[] {
  const ends = new ItemEnds(view);
  // The planner comes before its plan.
  const [planners, others] = [view.tasks.filter(({ kind }) => kind === "plan"), view.tasks.filter(({ kind }) => kind !== "plan")];
  const told = (tasks: readonly TaskView[]) =>
    tasks.flatMap((task) => [...within(task, [...tellBeginning(view, task), ...tellSteps(task), ...tellEnd(view, task)]), ...ends.after(task)]);
  return [...told(planners), ...tellPlan(view), ...told(others), ...ends.rest()];
}

/** Nothing of a task stands before its beginning, and its end after everything of it. */
function within(task: TaskView, items: readonly StoryItem[]): StoryItem[] {
  const last = items.reduce<string | null>((latest, each) => later(latest, each.at), task.started_at);
  return items.map((each) => ({ ...each, at: each.key === `${task.id}.ended` ? last : later(task.started_at, each.at) }));
}

function tellPlan(view: RunView): StoryItem[] {
  const { plan } = view;
  if (plan === null) return [];
  const planner = view.tasks.find((task) => task.kind === "plan" && task.state === "completed");
  const isRequest = plan.source === "input";
  return [
    item({
      key: "plan",
      step: planner === undefined ? null : lastStep(view, planner),
      at: later(plan.made_at, planner?.ended_at ?? null),
      icon: "plan",
      sentence: isRequest ? teamSaid.isRequest : planSentence(plan.items.length, planner),
      list: isRequest ? [] : plan.items.map((each) => ({ name: titleOf(view, each.key), note: teamSaid.after(neededTitles(view, each)) })),
    }),
  ];
}

function planSentence(count: number, planner: TaskView | undefined): Phrase {
  return planner === undefined ? teamSaid.stored(count) : teamSaid.planned(planner.agent.name, count);
}

function tellBeginning(view: RunView, task: TaskView): StoryItem[] {
  const round = task.kind === "review" && task.round !== null ? [teamSaid.round(task.round)] : [];
  return [
    item({
      key: task.id,
      item: hasPlan(view) ? task.item : null,
      at: task.started_at,
      sentence: doesPhrase(view, task),
      facts: [...round, ...(task.reason === "" ? [] : [task.reason])],
      open: task.state === "running",
    }),
  ];
}

/** A work that was handed in is told by its last model call. */
function tellEnd(view: RunView, task: TaskView): StoryItem[] {
  if (task.verdict !== null) return [tellVerdict(view, task, task.verdict)];
  if (task.error === null) return [];
  return [
    item({ ...endOf(view, task), icon: "agent", tone: "failed", sentence: failure(view, task), problem: task.error }),
  ];
}

function tellVerdict(view: RunView, task: TaskView, verdict: Verdict): StoryItem {
  const content = isContent(verdict);
  const said = content ? teamSaid.content : teamSaid.asksMore;
  return item({
    ...endOf(view, task),
    icon: "review",
    tone: content ? null : "review",
    sentence: said(task.agent.name, titlePart(view, task.item)),
    quotes: verdict.comments.trim() === "" ? [] : [{ speaker: "model", text: verdict.comments, long: false }],
    facts: verdictFacts(verdict),
  });
}

export function verdictFacts({ scores, below }: Verdict): string[] {
  const all = Object.entries(scores).map(([name, score]) => teamSaid.score(name, score));
  return [...(all.length === 0 ? [] : [teamSaid.scores(all)]), ...(below.length === 0 ? [] : [teamSaid.below(below)])];
}

function failure(view: RunView, task: TaskView): Phrase {
  const [who, what] = [task.agent.name, titlePart(view, task.item)];
  if (task.kind === "plan") return teamSaid.planFailed(who);
  if (task.kind === "compose") return teamSaid.notComposed(who);
  return task.kind === "review" ? teamSaid.notReviewed(who, what) : teamSaid.notDone(who, what);
}

function endOf(view: RunView, task: TaskView) {
  return { key: `${task.id}.ended`, step: lastStep(view, task), at: task.ended_at ?? task.started_at };
}

function lastStep(view: RunView, task: TaskView): string | null {
  return stepsOf(view, task).at(-1)?.id ?? null;
}

/** The ends of the plan's tasks. The view does not date them: one ends with the last that was done for it. */
class ItemEnds {
  readonly #told = new Set<string>();

  constructor(readonly view: RunView) {}

  /** Of the task of the plan whose last work this was. */
  after(task: TaskView): StoryItem[] {
    const ended = itemOf(this.view, task.item);
    if (ended === null || tasksOf(this.view, ended.key).at(-1) !== task) return [];
    return this.#tell(ended);
  }

  /** Nobody began these; each stands after what it waited for in vain. */
  rest(): StoryItem[] {
    return (this.view.plan?.items ?? []).flatMap((each) => this.#tell(each));
  }

  #tell(ended: PlanItemView): StoryItem[] {
    if (!hasItemEnded(ended) || this.#told.has(ended.key)) return [];
    this.#told.add(ended.key);
    const before = ended.depends_on.flatMap((key) => {
      const needed = itemOf(this.view, key);
      return needed === null ? [] : this.#tell(needed);
    });
    return [...before, this.#entry(ended)];
  }

  #entry(ended: PlanItemView): StoryItem {
    const known = tasksOf(this.view, ended.key).some((task) => task.error?.code === ended.error?.code);
    return item({
      key: `item:${ended.key}`,
      item: hasPlan(this.view) ? ended.key : null,
      at: this.#endOf(ended, new Set()),
      icon: "done",
      tone: ended.state === "failed" ? "failed" : ended.state === "skipped" ? "cancelled" : null,
      sentence: endSentence(this.view, ended),
      facts: [
        ...(ended.state === "skipped" && ended.error !== null ? [ended.error.message] : []),
        ...(ended.final_revision_unreviewed ? [teamSaid.unreviewed] : []),
      ],
      problem: ended.state === "failed" && !known ? ended.error : null,
    });
  }

  #endOf({ key, depends_on }: PlanItemView, seen: Set<string>): string | null {
    if (seen.has(key)) return null;
    seen.add(key);
    const worked = tasksOf(this.view, key).reduce<string | null>((last, task) => later(last, task.ended_at ?? task.started_at), null);
    if (worked !== null) return worked;
    return depends_on.reduce<string | null>((last, each) => {
      const needed = itemOf(this.view, each);
      return needed === null ? last : later(last, this.#endOf(needed, seen));
    }, this.view.plan?.made_at ?? null);
  }
}

function endSentence(view: RunView, { key, state, reason }: PlanItemView): Phrase {
  const what = titlePart(view, key);
  if (state === "skipped") return teamSaid.skipped(what);
  return state === "failed" ? teamSaid.failed(what) : teamSaid.done(what, endReasons[reason ?? ""] ?? "");
}
