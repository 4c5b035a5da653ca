/** The order of rules: the first that fits decides, so moving one changes what the policy says. Pure. */

/** The list with one item moved to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const place = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || place === from) return [...items];
  return items.toSpliced(from, 1).toSpliced(place, 0, item);
}
