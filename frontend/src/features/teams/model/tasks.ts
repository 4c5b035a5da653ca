/** The stored tasks of a plan: what a new one is called, and what follows when one is renamed or removed. Pure. */

import { withField } from "@/features/studio/model/pointer";
import { asText, asTexts } from "@/features/studio/model/read";
import { changed, type Row } from "@/features/teams/model/rows";

export const MOST_TASKS = 30;

/** A task with a key that none has. */
export function newTask(tasks: readonly Row[]): Row {
  const taken = new Set(tasks.map(({ key }) => key));
  let place = tasks.length + 1;
  while (taken.has(`task-${place}`)) place += 1;
  return { key: `task-${place}`, title: "", prompt: "{input}" };
}

/** With another key; those that wait for it go on waiting for it. */
export function renamed(tasks: readonly Row[], at: number, key: string): Row[] {
  const old = asText(tasks[at]?.key);
  const isOnly = tasks.filter((task) => asText(task.key) === old).length === 1;
  const next = changed(tasks, at, "key", key);
  if (old === "" || !isOnly) return next;
  return next.map((task) => withNeeds(task, (need) => (need === old ? key : need)));
}

/** Without it, also where others wait for it. */
export function without(tasks: readonly Row[], at: number): Row[] {
  const gone = asText(tasks[at]?.key);
  const rest = tasks.filter((_, index) => index !== at);
  if (rest.some((task) => asText(task.key) === gone)) return rest;
  return rest.map((task) => withNeeds(task, (need) => (need === gone ? undefined : need)));
}

/** What a task waits for with one more or one less. */
export function needToggled(task: Row, key: string): readonly string[] | undefined {
  const needs = asTexts(task.depends_on);
  const next = needs.includes(key) ? needs.filter((each) => each !== key) : [...needs, key];
  return next.length === 0 ? undefined : next;
}

function withNeeds(task: Row, map: (need: string) => string | undefined): Row {
  if (!Array.isArray(task.depends_on)) return task;
  const needs = asTexts(task.depends_on).map(map).filter((need) => need !== undefined);
  return withField(task, "depends_on", needs.length === 0 ? undefined : needs);
}
