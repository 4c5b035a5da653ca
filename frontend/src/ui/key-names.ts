/** How keys are written: in commands (`Mod+K`, `G A`), on caps, and for `aria-keyshortcuts`. */

import { keyNames } from "@/text/common";

const apple = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

/** One text for each press of a sequence. */
export function keyCaps(keys: string): string[] {
  return presses(keys).map((press) => press.split(/\+(?=.)/).map(nameOf).join(" "));
}

/** The form that screen readers know, for the first press of a sequence only: the standard knows no sequences. */
export function ariaKeys(keys: string): string | undefined {
  const all = presses(keys);
  return all.length === 1 ? all[0]?.replace("Mod", apple ? "Meta" : "Control") : undefined;
}

function presses(keys: string): string[] {
  return keys.split(" ").filter((part) => part !== "");
}

function nameOf(key: string): string {
  if (key === "Mod" && apple) return "⌘";
  if (key === "Space") return "Space";
  return keyNames[key] ?? key;
}
