/** Form, text or both: a choice of the person, as far as there is room. */

import { stored, useStored, type Stored } from "@/ui/stored";
import { useMedia, widths } from "@/ui/use-media";

export type Mode = "form" | "both" | "text";
export const MODES: readonly Mode[] = ["form", "both", "text"];

const kept = new Map<string, Stored<Mode>>();

/** Kept for each kind of thing: rules are read as a table, where an agent is written as text. */
function choiceOf(kind: string, first: Mode): Stored<Mode> {
  let choice = kept.get(kind);
  if (choice === undefined) {
    choice = stored<Mode>(`studio-mode.${kind}`, (found) => MODES.find((mode) => mode === found) ?? first, (mode) => mode);
    kept.set(kind, choice);
  }
  return choice;
}

export interface ModeChoice {
  readonly mode: Mode;
  /** Those there is room for. */
  readonly modes: readonly Mode[];
  choose: (mode: Mode) => void;
  next: () => void;
}

/** `first` is what is shown until the person chooses. */
export function useMode(kind: string, hasForm: boolean, first: Mode = "both"): ModeChoice {
  const chosen = choiceOf(kind, first);
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
