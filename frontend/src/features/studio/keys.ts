/** Under which keys the studio keeps what it has read. */

import type { Shelf } from "@/features/studio/model/shelf";

export const studioKeys = {
  all: ["studio"] as const,
  shelf: (shelf: Shelf) => ["studio", shelf.kind] as const,
  list: (shelf: Shelf) => ["studio", shelf.kind, "list"] as const,
  one: (shelf: Shelf, id: string) => ["studio", shelf.kind, "one", id] as const,
  versions: (shelf: Shelf, id: string) => ["studio", shelf.kind, "versions", id] as const,
  version: (shelf: Shelf, id: string, version: number) => ["studio", shelf.kind, "version", id, version] as const,
};
