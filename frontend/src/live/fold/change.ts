/**
 * The list with the newest item of that id changed; null where there is none. Looks from the end: what
 * happens, happens to what is newest.
 */
export function changeLast<T extends { readonly id: string }>(
  items: readonly T[],
  id: unknown,
  change: (item: T) => T,
): readonly T[] | null {
  const place = items.findLastIndex((item) => item.id === id);
  const found = items[place];
  if (found === undefined) return null;
  const changed = change(found);
  const copy = items.slice();
  copy[place] = changed;
  return copy;
}
