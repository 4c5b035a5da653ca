const MOST = 48;
const signs = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A name as part of a line: what is too long ends in an ellipsis, and no emoji is cut in two. Pure. */
export function short(text: string): string {
  if (text.length <= MOST) return text;
  let kept = "";
  for (const { segment } of signs.segment(text)) {
    if (kept.length + segment.length >= MOST) break;
    kept += segment;
  }
  return `${kept}…`;
}
