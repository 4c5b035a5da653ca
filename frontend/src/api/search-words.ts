/** What the server searches for at once: so many words, so many characters. Pure. */

const MOST_WORDS = 10;
const MOST_CHARACTERS = 200;

export function canBeSearched(text: string): boolean {
  const typed = text.trim();
  return typed.split(/\s+/).length <= MOST_WORDS && Array.from(typed).length <= MOST_CHARACTERS;
}

/** The first words of a text, as many as can be searched; a word too long for itself is cut. */
export function searchableWords(text: string): string {
  if (canBeSearched(text)) return text.trim();
  const words = text.trim().split(/\s+/).slice(0, MOST_WORDS);
  while (words.length > 1 && !canBeSearched(words.join(" "))) words.pop();
  return Array.from(words.join(" ")).slice(0, MOST_CHARACTERS).join("");
}
