/** Runs of a team as events, for tests. */

import { at, end, type Told } from "@/features/run/testing/stories";
import type { JsonObject } from "@/live/json";

const agent = (name: string): JsonObject => ({ id: `agent-${name}`, name, version: 1, version_id: `v-${name}` });

export function teamCreated(seconds = 0): Told {
  return [
    seconds,
    "run_created",
    {
      orchestration: { id: "o", name: "newsroom", version: 2, version_id: "ov" },
      input: "Write about torn jackets.",
      requester: { kind: "user", id: "u", name: "Mara Lind" },
      deadline_at: at(3600),
      limits: { steps: 200, tokens: null },
    },
  ];
}

export function planItem(key: string, title: string, depends_on: readonly string[] = []): JsonObject {
  return { key, title, prompt: `Do ${key}.`, agent: "", specialization: "writing", skills: [], tags: [], depends_on };
}

export function planMade(seconds: number, source: string, ...items: readonly JsonObject[]): Told {
  return [seconds, "plan_made", { source, items }];
}

export function taskStarted(seconds: number, task: string, kind: string, who: string, item: string | null = null, more: JsonObject = {}): Told {
  return [seconds, "task_started", { task, kind, agent: agent(who), reason: "", input: `Input of ${task}`, item, round: null, continues: null, ...more }];
}

export function taskCompleted(seconds: number, task: string, output: string, verdict: JsonObject | null = null): Told {
  return [seconds, "task_completed", { task, output, ...(verdict === null ? {} : { verdict }) }];
}

export function taskFailed(seconds: number, task: string, more: JsonObject = {}): Told {
  return [seconds, "task_failed", { task, code: "model_refused", message: "No.", is_refusal: false, ...more }];
}

export function itemEnded(seconds: number, item: string, state: string, more: JsonObject = {}): Told {
  return [
    seconds,
    "plan_item_ended",
    { item, state, by: null, code: null, message: null, reason: null, reviews: 0, final_revision_unreviewed: false, ...more },
  ];
}

export function verdict(needs_more_work: boolean, comments: string, scores: JsonObject = {}, below: readonly string[] = []): JsonObject {
  return { needs_more_work, comments, scores, below };
}

/** The model call of a task: asked, and a second later what it wrote. */
export function wrote(seconds: number, task: string, text: string): Told[] {
  const step = `s-${task}`;
  const usage = { input: 100, cached: 0, output: 10, reasoning: null };
  return [
    [seconds, "model_call_started", { step, task, number: 1, model: "nord-1", provider: "openai" }],
    [
      seconds + 1,
      "model_call_completed",
      { step, task, attempt: 1, text, calls: [], finish_reason: "stop", usage, cost: { currency: "EUR", nano: 1_000_000 }, model: "nord-1", duration_ms: 1000 },
    ],
  ];
}

const [FACTS, STORY] = [planItem("facts", "Find the facts"), planItem("story", "Write the story", ["facts"])];
const PICTURE = planItem("picture", "Find a picture");

/** Pia plans; Ann finds facts while Bea looks for a picture; Rob sends the facts back once; then the story is written. */
export const NEWSROOM: readonly Told[] = [
  teamCreated(),
  taskStarted(1, "t-plan", "plan", "Pia"),
  ...wrote(1, "t-plan", '{"tasks":[]}'),
  taskCompleted(2, "t-plan", '{"tasks":[]}'),
  planMade(2, "model", FACTS, PICTURE, STORY),
  taskStarted(3, "t-facts", "execute", "Ann", "facts", { reason: "Specialization 'writing'; the only one who may." }),
  taskStarted(3, "t-picture", "execute", "Bea", "picture"),
  ...wrote(3, "t-facts", "Jackets tear."),
  ...wrote(6, "t-picture", "A picture."),
  taskCompleted(7, "t-picture", "A picture."),
  itemEnded(7, "picture", "done", { reason: "not_wanted" }),
  taskCompleted(7, "t-facts", "Jackets tear."),
  taskStarted(8, "t-review", "review", "Rob", "facts", { round: 1 }),
  ...wrote(8, "t-review", '{"needs_more_work":true}'),
  taskCompleted(9, "t-review", '{"needs_more_work":true}', verdict(true, "Say how many.", { depth: "4.5" }, ["depth"])),
  taskStarted(10, "t-revise", "revise", "Ann", "facts", { round: 1, continues: "t-facts", reason: "The author revises its own work." }),
  ...wrote(10, "t-revise", "Nine jackets tear."),
  taskCompleted(11, "t-revise", "Nine jackets tear."),
  itemEnded(11, "facts", "done", { reason: "max_reviews_reached", reviews: 1, final_revision_unreviewed: true }),
  taskStarted(12, "t-story", "execute", "Ann", "story"),
  ...wrote(12, "t-story", "Once upon a time."),
  taskCompleted(13, "t-story", "Once upon a time."),
  itemEnded(13, "story", "done", { reason: "no_reviewer" }),
  taskStarted(14, "t-compose", "compose", "Pia"),
  ...wrote(14, "t-compose", "Nine jackets."),
  taskCompleted(15, "t-compose", "Nine jackets."),
  end(16, "run_completed", { output: "Nine jackets." }),
];

/** The facts are declined, so that nobody writes the story. */
export const NO_FACTS: readonly Told[] = [
  teamCreated(),
  planMade(0, "stored", STORY, FACTS, planItem("print", "Print it", ["story"])),
  taskStarted(1, "t-facts", "execute", "Ann", "facts"),
  taskFailed(3, "t-facts"),
  itemEnded(3, "facts", "failed", { reason: "failed", code: "model_refused", message: "No." }),
  itemEnded(3, "story", "skipped", { code: "dependency_failed", message: "It needs the result of 'Find the facts', which there is none of." }),
  itemEnded(3, "print", "skipped", { code: "dependency_failed", message: "It needs the result of 'Write the story', which there is none of." }),
  end(4, "run_rejected", { code: "model_refused", message: "No." }),
];
