/** Fuzzy search over names: how well a text fits, and which of its signs to mark. Pure. */

export interface Match {
  score: number;
  /** Half-open ranges of signs that were found, in order. */
  ranges: readonly (readonly [number, number])[];
}

const AT_START = 100;
const AT_WORD = 60;
const INSIDE = 30;
const SCATTERED = 5;

/** How a query fits a text; undefined where it does not. All its words must be found. */
export function matchOf(query: string, text: string): Match | undefined {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return { score: 0, ranges: [] };
  let score = 0;
  const ranges: [number, number][] = [];
  for (const word of words) {
    const found = matchWord(word, text.toLowerCase());
    if (found === undefined) return undefined;
    score += found.score;
    ranges.push(...found.ranges);
  }
  return { score: score - text.length / 1000, ranges: joined(ranges) };
}

function matchWord(word: string, text: string): { score: number; ranges: [number, number][] } | undefined {
  if (text.startsWith(word)) return { score: AT_START + word.length, ranges: [[0, word.length]] };
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (/[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return { score: AT_WORD + word.length, ranges: [[at, at + word.length]] };
  }
  const at = text.indexOf(word);
  if (at >= 0) return { score: INSIDE + word.length, ranges: [[at, at + word.length]] };
  return scattered(word, text);
}

/** Sign by sign, each at the start of a word or right after the one before: `gtr` finds "go to runs". */
function scattered(word: string, text: string): { score: number; ranges: [number, number][] } | undefined {
  const ranges: [number, number][] = [];
  let from = 0;
  for (const sign of word) {
    const at = nextAt(text, sign, from);
    if (at < 0) return undefined;
    ranges.push([at, at + 1]);
    from = at + 1;
  }
  return { score: SCATTERED, ranges };
}

function nextAt(text: string, sign: string, from: number): number {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (at === from || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return at;
  }
  return -1;
}

function joined(ranges: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
