import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

import { anyNavigation } from "@/ui/place";

/** In the address, what is being made. */
export const NEW = "new";

export interface ItemPlace {
  /** The id of what is open, `new` for what is being made. */
  item: string | undefined;
  open: (item: string) => void;
  close: () => void;
}

/** Which thing of the list is open: the address holds it, so that it can be sent to somebody. */
export function useItem(): ItemPlace {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const to = useLocation({ select: (location) => location.pathname });
  const open = useCallback((item: string) => void navigate(anyNavigation({ to, search: { item } })), [navigate, to]);
  const close = useCallback(() => void navigate({ ...anyNavigation({ to }), replace: true }), [navigate, to]);
  return { item: typeof search.item === "string" ? search.item : undefined, open, close };
}
