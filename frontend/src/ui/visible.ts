/**
 * Foreign text with nothing in it that cannot be seen: the same rule as `baton.core.visible` of the server.
 * A hidden sign becomes a mark of its own, so two texts never look the same for a hidden reason. Pure.
 */

export interface TextPart {
  text: string;
  /** The code of a hidden sign, in hex; undefined for text that is what it looks like. */
  code?: string;
}

/** `decision`: a line that a person decides by, every odd space is shown. `prose`: lines, tabs and emoji stay. */
export type Strictness = "decision" | "prose";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u27e8]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u2640\u2642\u20e3]/u;
const PLAIN = /^[ -~]*$/;

/** The text cut at its hidden signs. */
export function visibleParts(text: string, strictness: Strictness): TextPart[] {
  if (PLAIN.test(text)) return text === "" ? [] : [{ text }];
  const signs = Array.from(text);
  const parts: TextPart[] = [];
  let plain = "";
  signs.forEach((sign, index) => {
    if (sign === " " || !HIDDEN.test(sign) || (strictness === "prose" && isHarmless(signs, index))) {
      plain += sign;
      return;
    }
    if (plain !== "") parts.push({ text: plain });
    plain = "";
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    parts.push({ text: `⟨U+${code}⟩`, code });
  });
  if (plain !== "") parts.push({ text: plain });
  return parts;
}

/** The same as one text, for titles and labels. */
export function visible(text: string, strictness: Strictness = "decision"): string {
  return visibleParts(text, strictness)
    .map((part) => part.text)
    .join("");
}

function isHarmless(signs: readonly string[], index: number): boolean {
  const sign = signs[index] ?? "";
  if (sign === "\n" || sign === "\t" || sign === "\u27e8") return true;
  if (sign === "\r") return signs[index + 1] === "\n";
  if (/\p{Zs}/u.test(sign)) return true;
  if (sign === "\ufe0f" || sign === "\u200d") {
    const before = signs[index - 1] ?? "";
    return EMOJI.test(before) || (sign === "\u200d" && before === "\ufe0f") || /[0-9#*]/.test(before);
  }
  return false;
}
