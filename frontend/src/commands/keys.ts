/** Key presses as text: `A`, `Shift+J`, `Mod+K`, `?`, `ArrowDown`. Pure. */

export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  getModifierState: (name: string) => boolean;
}

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"]);

/** The press as commands write it; undefined for a modifier alone. */
export function pressOf(event: Press): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined;
  const printable = Array.from(event.key).length === 1;
  const key = event.key === " " ? "Space" : printable ? printableKey(event) : event.key;
  // With AltGr the sign is what counts: "[" of a German keyboard is no Ctrl+Alt press.
  const composed = printable && event.getModifierState("AltGraph");
  const parts: string[] = [];
  if (!composed && (event.ctrlKey || event.metaKey)) parts.push("Mod");
  if (!composed && event.altKey) parts.push("Alt");
  if (event.shiftKey && (!printable || isLetter(key) || key === "Space")) parts.push("Shift");
  return [...parts, key].join("+");
}

/** A single sign without Ctrl, Alt or Cmd: what speech input types by accident (WCAG 2.1.4). */
export function isSingleSign(press: string): boolean {
  const key = press.replace(/^Shift\+/, "");
  return Array.from(key).length === 1;
}

function printableKey(event: Press): string {
  // A keyboard of another script has its letters at the same places.
  const latin = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (latin !== undefined && !/^[\u0020-\u007e]$/.test(event.key)) return latin;
  return event.key.toUpperCase();
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}
