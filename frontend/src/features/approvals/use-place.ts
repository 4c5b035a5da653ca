import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { anyLink } from "@/ui/place";
import type { Place as Target } from "@/ui/place";

import { type Place, readPlace, writePlace } from "./model/place";

interface Move {
  /** Going through the list is no step that the way back should repeat. */
  replace?: boolean;
}

export interface PlaceState {
  place: Place;
  /** The approval that is open. */
  current: string | null;
  open: (id: string | null, move?: Move) => void;
  change: (change: Partial<Place>) => void;
  /** Where a link to this list, or to one of its cards, leads. */
  target: (change: Partial<Place>, id?: string | null) => Target;
}

/** What the address says of the inbox, and how to change it. */
export function usePlace(): PlaceState {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const params = useParams({ strict: false });
  const navigate = useNavigate();
  const place = readPlace(search);
  const current = params.approvalId ?? null;

  const target = (change: Partial<Place>, id: string | null = null): Target => ({
    to: id === null ? "/approvals" : "/approvals/$approvalId",
    params: id === null ? undefined : { approvalId: id },
    search: { ...writePlace({ ...place, ...change }) },
  });
  return {
    place,
    current,
    open: (id, { replace = false } = {}) => void navigate({ ...anyLink(target({}, id)), replace }),
    change: (change) => void navigate({ ...anyLink(target(change)), replace: true }),
    target,
  };
}
