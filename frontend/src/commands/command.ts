/** An act of a person as one object: buttons, menus, the palette and keys are all drawn from it. */

import type { LucideIcon } from "lucide-react";

export interface Command {
  /** `run.cancel`: stable, for tests and for what is remembered. */
  id: string;
  /** A verb and the thing: "Cancel run 7c41e9…". It ends in "…" when more is asked. */
  name: string;
  /** Second and quieter, in the palette. */
  detail?: string | undefined;
  /** `A`, `Shift+J`, `Mod+K`, `Escape`; `G A` is one after the other. Several do the same. */
  keys?: string | readonly string[] | undefined;
  /** The heading it stands under in the sheet of keys. */
  group: string;
  /** Its words in that sheet, where the name says more than fits. */
  short?: string | undefined;
  /** Where it stands in the palette; an act on the current item unless said. */
  section?: "do" | "go" | "start" | undefined;
  /** Other words that find it. */
  words?: string | undefined;
  icon?: LucideIcon | undefined;
  /** By key only: it makes no sense as a line of the palette. */
  hidden?: boolean | undefined;
  /** It also works while a field has the focus, as Escape and Ctrl+Enter do. */
  inFields?: boolean | undefined;
  /** A held key repeats it, as for moving in a list. Otherwise a held key acts once. */
  repeats?: boolean | undefined;
  /** Whether it can be done now; otherwise the reason, in words. */
  allowed?: (() => true | string) | undefined;
  run: () => void;
}

/** The reason why not, or nothing. */
export function refusal(command: Command): string | undefined {
  const answer = command.allowed?.() ?? true;
  return answer === true ? undefined : answer;
}

/** The key that is printed on its button. */
export function firstKeys(command: Command): string | undefined {
  return typeof command.keys === "string" ? command.keys : command.keys?.[0];
}

/** All of its keys. */
export function allKeys(command: Command): readonly string[] {
  if (command.keys === undefined) return [];
  return typeof command.keys === "string" ? [command.keys] : command.keys;
}
