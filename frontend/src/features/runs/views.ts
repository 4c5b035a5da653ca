/** The views of the list: filters with a name. Pure. */

import { queryFrom, type RunQuery } from "@/features/runs/filter";
import { viewWords } from "@/text/runs";

export interface RunView {
  id: "all" | "people" | "running" | "attention" | "failed";
  name: string;
  search: Readonly<Record<string, string>>;
}

export const views: readonly RunView[] = [
  { id: "all", name: viewWords.all, search: {} },
  { id: "people", name: viewWords.people, search: { waiting_for: "approval,review,input" } },
  { id: "running", name: viewWords.running, search: { status: "running" } },
  { id: "attention", name: viewWords.attention, search: { status: "needs_attention" } },
  { id: "failed", name: viewWords.failed, search: { status: "failed,timed_out,rejected", ended: "today" } },
];

/** The view that is open: the one whose filters all stand in the list; more of them only narrow it. */
export function viewOf(query: RunQuery): RunView["id"] {
  const has = (view: RunView) =>
    queryFrom(view.search).filters.every((wanted) =>
      query.filters.some((filter) => filter.field === wanted.field && filter.values.join() === wanted.values.join()),
    );
  return views.slice(1).find(has)?.id ?? "all";
}
