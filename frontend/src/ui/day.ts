/** Where the viewer's day begins, as the server wants it. Pure. */

/** Midnight before an instant, in the zone of this browser. */
export function dayStart(at: number): string {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
