import { type ApprovalRow, type Risk, timeLeft, URGENT_MS } from "./card";

export type SectionId = "soon" | Risk;

export interface Section {
  id: SectionId;
  rows: readonly ApprovalRow[];
}

const ORDER: readonly SectionId[] = ["soon", "high", "medium", "low"];

export function sectionOf(row: ApprovalRow, now: number): SectionId {
  return timeLeft(row, now) < URGENT_MS ? "soon" : row.risk;
}

/** The inbox cut by what is urgent: what expires soon, then by risk; soonest expiry first in each. */
export function sectionsOf(rows: readonly ApprovalRow[], now: number): Section[] {
  const found = new Map<SectionId, ApprovalRow[]>();
  for (const row of [...rows].sort(bySoonest)) {
    const id = sectionOf(row, now);
    found.set(id, [...(found.get(id) ?? []), row]);
  }
  return ORDER.flatMap((id) => {
    const inside = found.get(id);
    return inside ? [{ id, rows: inside }] : [];
  });
}

/** When the cut next changes by itself: the first moment at which a row becomes urgent. */
export function nextCut(rows: readonly ApprovalRow[], now: number): number | null {
  const moments = rows.map((row) => Date.parse(row.expires_at) - URGENT_MS).filter((moment) => moment > now);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** Ties are broken by id, so that a row never changes its place for no reason. */
function bySoonest(a: ApprovalRow, b: ApprovalRow): number {
  return Date.parse(a.expires_at) - Date.parse(b.expires_at) || (a.id < b.id ? -1 : 1);
}
