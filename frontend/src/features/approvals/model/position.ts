/** Where a card stands in the list, from 1; null where it is not in it. */
export function positionOf(order: readonly string[], id: string | null): { index: number; total: number } | null {
  const at = id === null ? -1 : order.indexOf(id);
  return at < 0 ? null : { index: at + 1, total: order.length };
}
