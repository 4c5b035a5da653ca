/** Two letters and one of four tones for a person, the same on every screen. Pure. */

export type PersonTone = 1 | 2 | 3 | 4;

/** `Priya Nair` is PN, `support-api` is SU. */
export function initials(name: string): string {
  const words = name.split(/[\s.@_]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0] ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const letters = last === "" ? signs(first, 2) : signs(first, 1) + signs(last, 1);
  return letters.toLocaleUpperCase("en");
}

/** By a sum over the name, so that it needs no store and never changes. */
export function toneOf(name: string): PersonTone {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return ((sum % 4) + 1) as PersonTone;
}

function signs(word: string, count: number): string {
  return Array.from(word).slice(0, count).join("");
}
