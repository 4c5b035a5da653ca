/** What the plan and the tasks of a team's run are called, and what belongs to what. */

import type { PlanItemView, RunView, StepView, TaskView, Verdict } from "@/live/fold/view";
import type { Part, Phrase } from "@/text/phrase";
import { quotedTitle, teamSaid } from "@/text/run-team";

export function itemOf(view: RunView, key: string | null): PlanItemView | null {
  return view.plan?.items.find((each) => each.key === key) ?? null;
}

export function taskOf(view: RunView, step: StepView): TaskView | null {
  return step.task === null ? null : (view.tasks.find((each) => each.id === step.task) ?? null);
}

export function stepsOf(view: RunView, task: TaskView): StepView[] {
  return view.steps.filter((each) => each.task === task.id);
}

export function tasksOf(view: RunView, key: string): TaskView[] {
  return view.tasks.filter((each) => each.item === key);
}

/** The task of a plan by its title; a plan that is the request alone calls its task by nothing better than the team. */
export function titleOf(view: RunView, key: string | null): string {
  if (key === null || view.plan?.source === "input") return teamSaid.request;
  return itemOf(view, key)?.title || key;
}

/** The same within a line. */
export function titleText(view: RunView, key: string | null): string {
  const title = titleOf(view, key);
  return title === teamSaid.request ? title : quotedTitle(title);
}

/** The same within a sentence. */
export function titlePart(view: RunView, key: string | null): Part {
  const title = titleOf(view, key);
  return title === teamSaid.request ? title : teamSaid.title(title);
}

/** Who does what, as a sentence without its end. */
export function doesPhrase(view: RunView, task: TaskView): Phrase {
  const [who, what] = [task.agent.name, titlePart(view, task.item)];
  switch (task.kind) {
    case "plan":
      return teamSaid.begins.plan(who);
    case "execute":
      return teamSaid.begins.execute(who, what);
    case "review":
      return teamSaid.begins.review(who, what);
    case "revise":
      return teamSaid.begins.revise(who, what);
    case "compose":
      return teamSaid.begins.compose(who);
    default:
      return teamSaid.begins.other(who);
  }
}

export function isContent({ needs_more_work, below }: Verdict): boolean {
  return !needs_more_work && below.length === 0;
}

export function hasItemEnded({ state }: PlanItemView): boolean {
  return state === "done" || state === "failed" || state === "skipped";
}

/** What a task waits for, by title. */
export function neededTitles(view: RunView, item: PlanItemView): string[] {
  return item.depends_on.map((key) => titleText(view, key));
}

/** A plan or a verdict is told in words, so that the JSON it was read from says nothing more. */
export function isToldInWords(view: RunView, step: StepView): boolean {
  const task = taskOf(view, step);
  if (task === null || step.state !== "succeeded" || step.calls.length > 0) return false;
  if (task.kind === "plan") return task.state === "completed" && view.plan !== null;
  return task.kind === "review" && task.verdict !== null;
}
