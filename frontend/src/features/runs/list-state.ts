/**
 * The rows of the list as they live: a row changes in its place, a new one waits behind a pill unless nobody
 * would notice, one that no longer fits stays dimmed until the person moves on. Pure.
 */

import type { RunStatus, RunSummary, WaitingFor } from "@/api/types";

export interface RunPageRead {
  items: readonly RunSummary[];
  next_cursor: string | null;
}

export interface ListState {
  rows: readonly RunSummary[];
  /** New ones that wait behind the pill, newest first. */
  fresh: readonly RunSummary[];
  /** So many are new that some between were not read: looking at them begins the list anew. */
  gap: boolean;
  dimmed: ReadonlySet<string>;
  cursor: string | null;
}

/** What live says of a run that changed. */
export interface Change {
  id: string;
  status: RunStatus;
  waiting_for: readonly WaitingFor[];
}

type Fits = (run: RunSummary) => boolean;

/** The first page, when nothing was there before. */
export function listFrom(page: RunPageRead): ListState {
  return { rows: page.items, fresh: [], gap: false, dimmed: new Set(), cursor: page.next_cursor };
}

/** The next page. A row that moved between two reads stands once. */
export function withNextPage(state: ListState, page: RunPageRead): ListState {
  const known = idsOf(state.rows);
  return { ...state, rows: [...state.rows, ...page.items.filter((run) => !known.has(run.id))], cursor: page.next_cursor };
}

/** The first page read again: known rows change, unknown ones are new, missing ones no longer fit. */
export function withHead(state: ListState, page: RunPageRead, fits: Fits): ListState {
  const known = idsOf(state.rows);
  const newest = new Map(page.items.map((run) => [run.id, run]));
  const rows = state.rows.map((run) => newer(run, newest.get(run.id)));
  const oldest = page.items.at(-1);
  const within = (run: RunSummary) => page.next_cursor === null || (oldest !== undefined && run.created_at > oldest.created_at);
  const dimmed = new Set(rows.filter((run) => !newest.has(run.id) && (within(run) || !fits(run))).map((run) => run.id));
  const first = state.rows[0];
  const fresh = page.items.filter((run) => !known.has(run.id) && (first === undefined || run.created_at >= first.created_at));
  if (first === undefined) return listFrom(page);
  const gap = page.next_cursor !== null && fresh.length === page.items.length;
  return { ...state, rows, dimmed: new Set([...keep(state.dimmed, known, newest), ...dimmed]), fresh, gap };
}

/** What live says at once, before anything is read: the state alone. */
export function withChanges(state: ListState, changes: readonly Change[], fits: Fits): ListState {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const rows = state.rows.map((run) => {
    const change = byId.get(run.id);
    if (change === undefined || (change.status === run.status && sameWaits(change.waiting_for, run.waiting_for))) return run;
    return { ...run, status: change.status, waiting_for: [...change.waiting_for] };
  });
  const touched = rows.some((run, index) => run !== state.rows[index]);
  return touched ? { ...state, rows, dimmed: dimmedAmong(state, rows, (run) => byId.has(run.id), fits) } : state;
}

/** One row read again. */
export function withRow(state: ListState, row: RunSummary, fits: Fits): ListState {
  const rows = state.rows.map((run) => (run.id === row.id ? newer(run, row) : run));
  return { ...state, rows, dimmed: dimmedAmong(state, rows, (run) => run.id === row.id, fits) };
}

/** What is new comes in above, and what no longer fits stays: nobody has moved on. */
export function withFreshInserted(state: ListState): ListState {
  if (state.gap) return { ...state, rows: state.fresh, fresh: [], gap: false, dimmed: new Set(), cursor: null };
  const known = idsOf(state.rows);
  return { ...state, rows: [...state.fresh.filter((run) => !known.has(run.id)), ...state.rows], fresh: [] };
}

/** The person looks at what is new, and so moves on from what no longer fits. */
export function withFreshShown(state: ListState): ListState {
  const { rows, ...rest } = withFreshInserted(state);
  return { ...rest, rows: rows.filter((run) => !state.dimmed.has(run.id)), dimmed: new Set() };
}

/** The newer of two readings; where they say the same, the old object, so that its row is not drawn again. */
function newer(run: RunSummary, read: RunSummary | undefined): RunSummary {
  if (read === undefined || read.last_seq < run.last_seq) return run;
  const same = read.last_seq === run.last_seq && read.version === run.version && read.status === run.status;
  return same ? run : read;
}

function dimmedAmong(state: ListState, rows: readonly RunSummary[], touched: Fits, fits: Fits): Set<string> {
  const dimmed = new Set(state.dimmed);
  for (const run of rows) {
    if (!touched(run)) continue;
    if (fits(run)) dimmed.delete(run.id);
    else dimmed.add(run.id);
  }
  return dimmed;
}

function keep(dimmed: ReadonlySet<string>, known: ReadonlySet<string>, read: ReadonlyMap<string, RunSummary>): string[] {
  return [...dimmed].filter((id) => known.has(id) && !read.has(id));
}

function idsOf(rows: readonly RunSummary[]): Set<string> {
  return new Set(rows.map((run) => run.id));
}

function sameWaits(a: readonly WaitingFor[], b: readonly WaitingFor[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
