import { useNavigate, useSearch } from "@tanstack/react-router";

import { periodFrom, searchFrom, type Period } from "@/features/usage/model/period";
import { byFrom, type UsageBy } from "@/features/usage/model/report";
import type { Place } from "@/ui/place";

export interface UsagePlace {
  readonly period: Period;
  readonly by: UsageBy;
  placeOf: (by: UsageBy) => Place;
  goBy: (by: UsageBy) => void;
  goTo: (period: Period) => void;
}

/** Which days and which cut: the address holds both. */
export function useUsagePlace(): UsagePlace {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [period, by] = [periodFrom(search), byFrom(search)];
  const searchOf = (wanted: Period, cut: UsageBy) => ({ ...searchFrom(wanted), ...(cut === "agent" ? {} : { by: cut }) });
  const go = (wanted: Period, cut: UsageBy) => void navigate({ to: "/usage", search: searchOf(wanted, cut) as never, replace: true });
  return {
    period,
    by,
    placeOf: (cut) => ({ to: "/usage", search: searchOf(period, cut) }),
    goBy: (cut) => go(period, cut),
    goTo: (wanted) => go(wanted, by),
  };
}
