/** Sets of instants as intervals. */

export type Interval = readonly [from: number, to: number];

/** In order and without overlap. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const each of [...intervals].sort((one, other) => one[0] - other[0])) {
    const last = merged[merged.length - 1];
    if (last && each[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], each[1])];
    else merged.push(each);
  }
  return merged;
}

/** What of `these` is in none of `others`; both in order and without overlap. */
export function minus(these: readonly Interval[], others: readonly Interval[]): Interval[] {
  return these.flatMap((each) => others.reduce<Interval[]>((left, other) => left.flatMap((part) => cut(part, other)), [each]));
}

export function total(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
}

function cut([from, to]: Interval, [start, end]: Interval): Interval[] {
  if (end <= from || start >= to) return [[from, to]];
  const parts: Interval[] = [];
  if (start > from) parts.push([from, start]);
  if (end < to) parts.push([end, to]);
  return parts;
}
