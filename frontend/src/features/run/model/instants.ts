/** Instants of the record as numbers. */

/** Milliseconds since 1970; null where the record says nothing. */
export function instant(at: string | null | undefined): number | null {
  if (!at) return null;
  const value = Date.parse(at);
  return Number.isNaN(value) ? null : value;
}

/** Never negative: clocks of two machines may differ by some milliseconds. */
export function between(from: string | null, to: string | null): number | null {
  const [start, end] = [instant(from), instant(to)];
  return start === null || end === null ? null : Math.max(0, end - start);
}

/** The later of two instants, so that an effect never stands before its cause. */
export function later(one: string | null, other: string | null): string | null {
  const [first, second] = [instant(one), instant(other)];
  if (first === null) return other;
  return second === null || first >= second ? one : other;
}
