/** Form, text or both: a choice of the person, as far as there is room. */

import { stored, useStored } from "@/ui/stored";
import { useMedia, widths } from "@/ui/use-media";

export type Mode = "form" | "both" | "text";
export const MODES: readonly Mode[] = ["form", "both", "text"];

const chosen = stored<Mode>(
  "studio-mode",
  (found) => (found === "form" || found === "text" ? found : "both"),
  (mode) => mode,
);

export interface ModeChoice {
  readonly mode: Mode;
  /** Those there is room for. */
  readonly modes: readonly Mode[];
  choose: (mode: Mode) => void;
  next: () => void;
}

export function useMode(hasForm: boolean): ModeChoice {
  const wanted = useStored(chosen);
  const narrow = useMedia(widths.onePane);
  const modes = !hasForm ? MODES.slice(2) : narrow ? MODES.filter((mode) => mode !== "both") : MODES;
  const mode = modes.includes(wanted) ? wanted : (modes[0] ?? "text");
  return {
    mode,
    modes,
    choose: chosen.set,
    next: () => chosen.set(modes[(modes.indexOf(mode) + 1) % modes.length] ?? mode),
  };
}
