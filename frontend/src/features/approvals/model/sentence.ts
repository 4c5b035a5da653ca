import { type Part, type Phrase, strong } from "@/text/phrase";

const CURRENCY_BEFORE = /(?:^|\s)((?:[A-Z]{3}|[€$£¥])\s?)$/u;

/**
 * The sentence with the values of its arguments marked. It is made by the server from the tool's template;
 * only the weight of its letters is decided here.
 */
export function emphasise(sentence: string, args: Readonly<Record<string, unknown>>): Phrase {
  const marks = new Array<boolean>(sentence.length).fill(false);
  for (const value of shownValues(args)) {
    for (const [start, end] of occurrences(sentence, value.text)) {
      const from = value.isNumber ? start - currencyBefore(sentence.slice(0, start)) : start;
      marks.fill(true, from, end);
    }
  }
  return partsOf(sentence, marks);
}

interface ShownValue {
  text: string;
  isNumber: boolean;
}

function shownValues(args: Readonly<Record<string, unknown>>): ShownValue[] {
  return Object.values(args).flatMap((value): ShownValue[] => {
    if (typeof value === "string" && value.trim() !== "") return [{ text: value, isNumber: false }];
    return typeof value === "number" ? [{ text: String(value), isNumber: true }] : [];
  });
}

/** Where a value stands as a whole: 24 is not found in 240, in 24.5 or in NL-24. */
function occurrences(sentence: string, value: string): [number, number][] {
  const quoted = value.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const whole = new RegExp(
    String.raw`(?<![\p{L}\p{N}_]|[\p{L}\p{N}][.,-])${quoted}(?![\p{L}\p{N}_]|[.,-][\p{L}\p{N}])`,
    "gu",
  );
  return [...sentence.matchAll(whole)].map((found) => [found.index, found.index + value.length]);
}

function currencyBefore(text: string): number {
  return CURRENCY_BEFORE.exec(text)?.[1]?.length ?? 0;
}

function partsOf(sentence: string, marks: readonly boolean[]): Phrase {
  const parts: Part[] = [];
  let start = 0;
  for (let end = 1; end <= sentence.length; end += 1) {
    if (end === sentence.length || marks[end] !== marks[start]) {
      const text = sentence.slice(start, end);
      parts.push(marks[start] === true ? strong(text) : text);
      start = end;
    }
  }
  return parts;
}
