import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

export interface EventPlace {
  /** The event the address names. */
  readonly seq: number | null;
  goTo: (seq: number) => void;
  /** The whole address of one event, to be given to others. */
  linkTo: (seq: number) => string;
}

/** Which event the person is at: the address holds it. */
export function useEventPlace(runId: string): EventPlace {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const number = typeof search.seq === "string" || typeof search.seq === "number" ? Number(search.seq) : Number.NaN;
  const goTo = useCallback(
    (seq: number) =>
      void navigate({
        to: "/runs/$runId",
        params: { runId },
        search: { tab: "events", seq: String(seq) } as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, runId],
  );
  return {
    seq: Number.isSafeInteger(number) && number > 0 ? number : null,
    goTo,
    linkTo: (seq) => {
      const { origin, pathname } = window.location;
      return `${origin}${pathname}?tab=events&seq=${seq}`;
    },
  };
}
