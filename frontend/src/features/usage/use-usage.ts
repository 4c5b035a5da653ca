import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, ask } from "@/api/client";
import type { ApiError } from "@/api/errors";
import { rangeOf, type Period, type Range } from "@/features/usage/model/period";
import type { UsageBy, UsageReport } from "@/features/usage/model/report";

/** How often it is read again while it is looked at: sums need no more. */
const EVERY_MS = 60_000;

export interface Usage {
  /** By day, for the bars. */
  readonly days: UsageReport | undefined;
  readonly rows: UsageReport | undefined;
  readonly error: ApiError | null;
  /** What is shown is of other days or another cut than asked for. */
  readonly isOld: boolean;
  retry: () => void;
}

/**
 * The report of a period, by day and by what is chosen. Which day today is depends on the zone of the
 * organization, so that a report without days says it first.
 */
export function useUsage(period: Period, by: UsageBy): Usage {
  const newest = useReport(null, "day", true);
  const today = newest.data?.to;
  const range = today === undefined ? period.own : rangeOf(period, today);
  // The usual days are those of the report without days.
  const days = useReport(period.name === "30d" ? null : range, "day", range !== null);
  const rows = useReport(range, by, range !== null);
  const all = [newest, days, rows];
  return {
    days: days.data,
    rows: rows.data,
    error: all.find((each) => each.error !== null)?.error ?? null,
    isOld: days.isPlaceholderData || rows.isPlaceholderData,
    retry: () => all.forEach((each) => void each.refetch()),
  };
}

function useReport(range: Range | null, by: UsageBy, enabled: boolean) {
  return useQuery<UsageReport, ApiError>({
    queryKey: ["usage", by, range?.from ?? null, range?.to ?? null],
    queryFn: () => ask(api.GET("/api/v1/usage", { params: { query: range === null ? { by } : { ...range, by } } })),
    // Rows of another cut have other names: they would stand under a head that is not theirs.
    placeholderData: (before, query) => (query?.queryKey[1] === by ? keepPreviousData(before) : undefined),
    refetchInterval: EVERY_MS,
    enabled,
  });
}
