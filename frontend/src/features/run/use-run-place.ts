import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

import type { Place } from "@/ui/place";

export type RunTab = "story" | "waterfall" | "events" | "cost";
export const TABS: readonly RunTab[] = ["story", "waterfall", "events", "cost"];

export interface RunPlace {
  readonly tab: RunTab;
  /** The step whose panel is open. */
  readonly step: string | null;
  placeOf: (tab: RunTab) => Place;
  goTo: (tab: RunTab) => void;
  openStep: (step: string) => void;
  closeStep: () => void;
}

/** Where in the run the person is: the address holds the tab and the step. */
export function useRunPlace(runId: string): RunPlace {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = TABS.find((each) => each === search.tab) ?? "story";
  const step = typeof search.step === "string" && search.step !== "" ? search.step : null;
  const go = useCallback(
    (wanted: RunTab, wantedStep: string | null, replace: boolean) =>
      void navigate({ to: "/runs/$runId", params: { runId }, search: searchOf(wanted, wantedStep) as never, replace }),
    [navigate, runId],
  );
  return {
    tab,
    step,
    placeOf: (wanted) => ({ to: "/runs/$runId", params: { runId }, search: searchOf(wanted, step) }),
    goTo: (wanted) => go(wanted, step, false),
    // Back closes the panel before it leaves the page: opening it is a place of its own, another step is not.
    openStep: useCallback((wanted: string) => go(tab, wanted, step !== null), [go, tab, step]),
    closeStep: useCallback(() => go(tab, null, true), [go, tab]),
  };
}

function searchOf(tab: RunTab, step: string | null): Record<string, string> {
  return { ...(tab === "story" ? {} : { tab }), ...(step === null ? {} : { step }) };
}
