import type { JsonObject } from "../json";
import { millisecondsBetween } from "./durations";
import type { TraceEvent } from "./events";
import { maybeInteger, maybeObject, maybeText, need, objects, text, texts } from "./read";
import { readText } from "./text";
import type { AgentNamed, PlanItemView, ProblemView, RunView, TaskView, Verdict } from "./view";
import type { RunStatus } from "./words";

/** What the events of an orchestration do to the view of a run: its plan, its tasks, their reviews. */

const WORKS: ReadonlySet<string> = new Set(["execute", "revise"]);

/** The run has ended: nobody works on anything any more. */
export function closeTasks(view: RunView, event: TraceEvent): RunView {
  const tasks = view.tasks.map((task) => (task.state === "running" ? ended(task, event, "cancelled") : task));
  return { ...view, tasks };
}

export function onPlanMade(view: RunView, { payload, at }: TraceEvent): RunView {
  const items = objects(payload, "items").map(readItem);
  return { ...view, plan: { source: text(payload, "source"), made_at: at, items } };
}

export function onTaskStarted(view: RunView, { payload, at }: TraceEvent): RunView {
  const task: TaskView = {
    id: text(payload, "task"),
    kind: text(payload, "kind"),
    agent: need(payload, "agent") as unknown as AgentNamed,
    state: "running",
    started_at: at,
    reason: text(payload, "reason"),
    input: readText(payload["input"]),
    item: maybeText(payload, "item"),
    round: maybeInteger(payload, "round"),
    continues: maybeText(payload, "continues"),
    ended_at: null,
    duration_ms: null,
    output: null,
    verdict: null,
    error: null,
  };
  const seen = { ...view, tasks: [...view.tasks, task] };
  if (WORKS.has(task.kind)) {
    return withItem(seen, task.item, { state: "working", author: task.agent.name, task: task.id });
  }
  return task.kind === "review" ? withItem(seen, task.item, { state: "reviewing", reviews: task.round ?? 0 }) : seen;
}

export function onTaskCompleted(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const output = readText(need(payload, "output"));
  const verdict = maybeObject(payload, "verdict") as Verdict | null;
  return withTask(view, text(payload, "task"), (task) => ({ ...ended(task, event, "completed"), output, verdict }));
}

export function onTaskFailed(view: RunView, event: TraceEvent): RunView | null {
  const { payload } = event;
  const state = need(payload, "is_refusal") === true ? "rejected" : "failed";
  const error: ProblemView = { code: text(payload, "code"), message: text(payload, "message"), call: null };
  return withTask(view, text(payload, "task"), (task) => ({ ...ended(task, event, state), error }));
}

export function onPlanItemEnded(view: RunView, { payload }: TraceEvent): RunView {
  const code = maybeText(payload, "code");
  return withItem(view, text(payload, "item"), {
    state: text(payload, "state"),
    reason: maybeText(payload, "reason"),
    final_revision_unreviewed: need(payload, "final_revision_unreviewed") === true,
    error: code === null ? null : { code, message: text(payload, "message"), call: null },
  });
}

function readItem(item: JsonObject): PlanItemView {
  return {
    key: text(item, "key"),
    title: text(item, "title"),
    prompt: text(item, "prompt"),
    agent: maybeText(item, "agent") ?? "",
    specialization: maybeText(item, "specialization") ?? "",
    depends_on: texts(item, "depends_on"),
    state: "pending",
    author: null,
    task: null,
    reviews: 0,
    reason: null,
    final_revision_unreviewed: false,
    error: null,
  };
}

function ended(task: TaskView, event: TraceEvent, state: RunStatus): TaskView {
  return { ...task, state, ended_at: event.at, duration_ms: millisecondsBetween(task.started_at, event.at) };
}

function withTask(view: RunView, id: string, change: (task: TaskView) => TaskView): RunView | null {
  if (!view.tasks.some((task) => task.id === id)) return null;
  return { ...view, tasks: view.tasks.map((task) => (task.id === id ? change(task) : task)) };
}

/** Also where there is no such task: the task of an agent is shown all the same. */
function withItem(view: RunView, key: string | null, changes: Partial<PlanItemView>): RunView {
  if (view.plan === null) return view;
  const items = view.plan.items.map((item) => (item.key === key ? { ...item, ...changes } : item));
  return { ...view, plan: { ...view.plan, items } };
}
