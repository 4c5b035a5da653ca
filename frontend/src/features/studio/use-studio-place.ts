import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

import type { Shelf } from "@/features/studio/model/shelf";
import type { Place } from "@/ui/place";
import { anyNavigation } from "@/ui/place";

export interface StudioPlace {
  readonly tab: string;
  /** The version that is looked at, and the one it is compared with. */
  readonly version: number | null;
  readonly compare: string;
  placeOf: (tab: string, version?: number | null, compare?: string) => Place;
  goTo: (tab: string, version?: number | null, compare?: string) => void;
}

/** Where in the studio one is: the address holds it. A run links to a version alone: that is the tab of versions. */
export function useStudioPlace(shelf: Shelf, id: string, tabs: readonly string[]): StudioPlace {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const version = numberOf(search.version);
  const asked = typeof search.tab === "string" && tabs.includes(search.tab) ? search.tab : undefined;
  const placeOf = useCallback(
    (tab: string, wanted: number | null = null, compare = ""): Place => ({
      to: shelf.single ? shelf.page : `${shelf.page}/$id`,
      params: shelf.single ? {} : { id },
      search: {
        ...(tab === "define" ? {} : { tab }),
        ...(wanted === null ? {} : { version: wanted }),
        ...(compare === "" ? {} : { compare }),
      },
    }),
    [shelf, id],
  );
  return {
    tab: asked ?? (version === null ? "define" : "versions"),
    version,
    compare: typeof search.compare === "string" ? search.compare : typeof search.compare === "number" ? String(search.compare) : "",
    placeOf,
    goTo: useCallback((tab, wanted, compare) => void navigate(anyNavigation(placeOf(tab, wanted, compare))), [navigate, placeOf]),
  };
}

function numberOf(value: unknown): number | null {
  const number = Number(value);
  return value !== undefined && value !== "" && Number.isInteger(number) && number > 0 ? number : null;
}
