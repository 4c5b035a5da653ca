import { useCallback, useSyncExternalStore } from "react";

/** Widths at which a layout changes, as the breakpoints of the style sheet. */
export const widths = {
  phone: "(width < 600px)",
  onePane: "(width < 960px)",
  rail: "(width < 1180px)",
} as const;

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (watcher: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", watcher);
      return () => list.removeEventListener("change", watcher);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}
