/** The plan of a team's run as a graph in layers, and the rounds of work and review of each of its tasks. */

import { isContent, tasksOf } from "@/features/run/model/team";
import type { PlanItemView, RunView, TaskView } from "@/live/fold/view";
import type { Tone } from "@/ui/status-look";

export interface PlacedItem {
  readonly item: PlanItemView;
  /** From 0: it waits for nothing. One layer holds what may be done at the same time. */
  readonly layer: number;
  readonly row: number;
}

export interface PlanGraph {
  readonly placed: readonly PlacedItem[];
  readonly layers: number;
  readonly rows: number;
  /** Real dependencies only: from what is waited for to what waits. */
  readonly edges: readonly { readonly from: PlacedItem; readonly to: PlacedItem }[];
}

/** One piece of work, and what its reviewers said of it. */
export interface Round {
  readonly work: TaskView;
  /** What it revises. */
  readonly before: TaskView | null;
  readonly reviews: readonly TaskView[];
}

/** Worth a tab: more than one task, or somebody reviews. */
export function hasPlan(view: RunView): boolean {
  return view.plan !== null && (view.plan.items.length > 1 || view.tasks.some((task) => task.kind === "review"));
}

/** By layers, each in the order of the plan: a node never moves while the run goes on. */
export function planGraph(items: readonly PlanItemView[]): PlanGraph {
  const layers = layersOf(items);
  const filled = new Map<number, number>();
  const placed = items.map<PlacedItem>((item) => {
    const layer = layers.get(item.key) ?? 0;
    const row = filled.get(layer) ?? 0;
    filled.set(layer, row + 1);
    return { item, layer, row };
  });
  const byKey = new Map(placed.map((each) => [each.item.key, each]));
  const edges = placed.flatMap((to) => {
    return to.item.depends_on.flatMap((key) => {
      const from = byKey.get(key);
      return from === undefined || from === to ? [] : [{ from, to }];
    });
  });
  const inOrder = [...placed].sort((one, other) => one.layer - other.layer || one.row - other.row);
  return { placed: inOrder, layers: filled.size, rows: Math.max(0, ...filled.values()), edges };
}

/** One more than the deepest that is waited for; a record that goes round in a circle ends all the same. */
function layersOf(items: readonly PlanItemView[]): Map<string, number> {
  const byKey = new Map(items.map((each) => [each.key, each]));
  const known = new Map<string, number>();
  const visit = (key: string, path: ReadonlySet<string>): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const needed = (byKey.get(key)?.depends_on ?? []).filter((each) => byKey.has(each) && !path.has(each));
    const layer = needed.length === 0 ? 0 : 1 + Math.max(...needed.map((each) => visit(each, new Set([...path, each]))));
    known.set(key, layer);
    return layer;
  };
  items.forEach(({ key }) => visit(key, new Set([key])));
  return known;
}

/** The first work, and each revision; what was reviewed of it stands with the work. */
export function roundsOf(view: RunView, key: string): Round[] {
  const rounds: { work: TaskView; before: TaskView | null; reviews: TaskView[] }[] = [];
  for (const task of tasksOf(view, key)) {
    const last = rounds.at(-1);
    if (task.kind === "review") last?.reviews.push(task);
    else rounds.push({ work: task, before: task.kind === "revise" ? (last?.work ?? null) : null, reviews: [] });
  }
  return rounds;
}

/** Who reviewed, each once. */
export function reviewersOf(rounds: readonly Round[]): string[] {
  return [...new Set(rounds.flatMap((round) => round.reviews.map((each) => each.agent.name)))];
}

/** What is shown before a person has chosen: what goes on, else what went wrong, else the first. */
export function firstItem(items: readonly PlanItemView[]): PlanItemView | null {
  const of = (...states: string[]) => items.find((each) => states.includes(each.state));
  return of("working", "reviewing") ?? of("failed") ?? items[0] ?? null;
}

const tones: Readonly<Record<string, Tone>> = {
  pending: "queued",
  working: "running",
  reviewing: "review",
  done: "succeeded",
  failed: "failed",
  skipped: "cancelled",
};

export function itemTone({ state }: PlanItemView): Tone {
  return tones[state] ?? "queued";
}

/** Null: there is no verdict. */
export function verdictTone({ verdict }: TaskView): Tone | null {
  if (verdict === null) return null;
  return isContent(verdict) ? "succeeded" : "review";
}
