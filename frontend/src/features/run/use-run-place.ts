import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { hasPlan } from "@/features/run/model/plan";
import type { RunView } from "@/live/fold/view";
import type { Place } from "@/ui/place";

export type RunTab = "story" | "waterfall" | "plan" | "events" | "cost";
const TABS: readonly RunTab[] = ["story", "waterfall", "plan", "events", "cost"];
const TABS_OF_ONE = TABS.filter((tab) => tab !== "plan");

export interface RunPlace {
  /** Those that this run has. */
  readonly tabs: readonly RunTab[];
  readonly tab: RunTab;
  /** The step whose panel is open. */
  readonly step: string | null;
  /** The key of the task of the plan that is shown. */
  readonly item: string | null;
  placeOf: (tab: RunTab) => Place;
  goTo: (tab: RunTab) => void;
  openStep: (step: string) => void;
  closeStep: () => void;
  openItem: (item: string | null) => void;
  /** The same in its tab, from wherever. */
  showItem: (item: string) => void;
}

interface Spot {
  readonly tab: RunTab;
  readonly step: string | null;
  readonly item: string | null;
}

/** Where in the run the person is: the address holds the tab, the step, and the task of the plan. */
export function useRunPlace(runId: string, view: RunView): RunPlace {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tabs = hasPlan(view) ? TABS : TABS_OF_ONE;
  const tab = tabs.find((each) => each === search.tab) ?? "story";
  const [step, item] = [textOf(search.step), textOf(search.item)];
  const here = useMemo<Spot>(() => ({ tab, step, item }), [tab, step, item]);
  const go = useCallback(
    (spot: Spot, replace: boolean) => void navigate({ to: "/runs/$runId", params: { runId }, search: searchOf(spot) as never, replace }),
    [navigate, runId],
  );
  return {
    ...here,
    tabs,
    placeOf: (wanted) => ({ to: "/runs/$runId", params: { runId }, search: searchOf({ ...here, tab: wanted }) }),
    goTo: (wanted) => go({ ...here, tab: wanted }, false),
    // Back closes the panel before it leaves the page: opening it is a place of its own, another step is not.
    openStep: useCallback((wanted: string) => go({ ...here, step: wanted }, here.step !== null), [go, here]),
    closeStep: useCallback(() => go({ ...here, step: null }, true), [go, here]),
    openItem: useCallback((wanted: string | null) => go({ ...here, item: wanted }, here.item !== null), [go, here]),
    showItem: useCallback((wanted: string) => go({ tab: "plan", step: null, item: wanted }, false), [go]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function searchOf({ tab, step, item }: Spot): Record<string, string> {
  return { ...(tab === "story" ? {} : { tab }), ...(step === null ? {} : { step }), ...(item === null ? {} : { item }) };
}
