/** Which list is open: all of it is in the address. */

export const VIEWS = ["mine", "all", "high", "decided"] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  view: View;
  words: string;
  /** Decided by me alone. */
  byMe: boolean;
}

export interface PlaceSearch {
  view?: View;
  q?: string;
  by?: "me";
}

export function readPlace(search: Readonly<Record<string, unknown>>): Place {
  const view = VIEWS.find((each) => each === search.view) ?? "mine";
  const words = typeof search.q === "string" || typeof search.q === "number" ? String(search.q) : "";
  return { view, words, byMe: view === "decided" && search.by === "me" };
}

/** The shortest address that says the same. */
export function writePlace({ view, words, byMe }: Place): PlaceSearch {
  return {
    ...(view === "mine" ? {} : { view }),
    ...(words === "" ? {} : { q: words }),
    ...(byMe && view === "decided" ? { by: "me" } : {}),
  };
}

const DECIDED = "approved,rejected,expired,superseded,cancelled";

/** What the list asks of the server. */
export function queryOf(place: Place, me: string | null): Record<string, string> {
  const words = place.words.trim();
  const filter: Record<string, string> = words === "" ? {} : { q: words };
  if (place.view === "decided") {
    const by: Record<string, string> = place.byMe && me !== null ? { decided_by: me } : {};
    return { state: DECIDED, sort: "newest", ...by, ...filter };
  }
  return { state: "pending", sort: "urgent", ...(place.view === "high" ? { risk: "high" } : {}), ...filter };
}
