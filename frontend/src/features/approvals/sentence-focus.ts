/** Which card's sentence takes the focus once it is there: focus is never lost to the page. */

let wanted: string | null = null;

/** The sentence of this card takes the focus, now or when it comes. */
export function focusSentence(id: string, shown: string | null): void {
  if (id === shown) {
    document.getElementById("sentence")?.focus();
    return;
  }
  wanted = id;
}

/** Whether this card was waited for; asked once. */
export function takesFocus(id: string): boolean {
  const is = wanted === id;
  if (is) wanted = null;
  return is;
}
