/** A sentence whose names stand out: parts in order, so that no text is ever read as markup. */

export type Part = string | { readonly strong: string } | { readonly code: string };
export type Phrase = readonly Part[];

export function strong(text: string): Part {
  return { strong: text };
}

export function code(text: string): Part {
  return { code: text };
}

/** The words alone, for searching, for titles and for screen readers. */
export function plain(phrase: Phrase): string {
  return phrase.map(textOf).join("");
}

export function textOf(part: Part): string {
  if (typeof part === "string") return part;
  return "strong" in part ? part.strong : part.code;
}
