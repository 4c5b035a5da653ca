/** Keeps the list of the inbox still while a person reads it. A store without React; times are parameters. */

import type { ApprovalRow } from "./card";
import { dropGone, dropRow, type LiveRows, mergeRows, NO_ROWS, showWaiting } from "./live-rows";

/** A list that nobody has touched for this long may change under the eye. */
export const STILL_MS = 2000;
/** How long a decided row takes to leave. */
export const LEAVE_MS = 160;

export interface Listing {
  /** Of which list these rows are. */
  key: string;
  rows: LiveRows;
  leaving: ReadonlySet<string>;
  /** The instant by which the list is cut into sections: it does not move while somebody reads. */
  cutAt: number;
}

const EMPTY: Listing = { key: "", rows: NO_ROWS, leaving: new Set(), cutAt: 0 };

export class ListKeeper {
  #listing = EMPTY;
  #atTop = true;
  #touchedAt = -Infinity;
  readonly #welcome = new Set<string>();
  readonly #watchers = new Set<() => void>();

  readonly get = (): Listing => this.#listing;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** What the server lists now under `key`; another key is another list. Gives the rows that are new in it. */
  receive(key: string, fresh: readonly ApprovalRow[], now: number): readonly ApprovalRow[] {
    const same = key === this.#listing.key;
    const before = same ? this.#listing.rows : NO_ROWS;
    const still = { atTop: this.#atTop, untouched: this.#isUntouched(now) };
    const rows = mergeRows(before, fresh, still, this.#welcome);
    const known = new Set([...before.listed.map(({ row }) => row.id), ...before.waiting.map((row) => row.id)]);
    const added = fresh.filter((row) => !known.has(row.id) && !this.#welcome.has(row.id));
    for (const { row } of rows.listed) this.#welcome.delete(row.id);
    const cutAt = same && !(still.atTop && still.untouched) ? this.#listing.cutAt : now;
    this.#set({ key, rows, cutAt });
    return same ? added : [];
  }

  touch(now: number): void {
    this.#touchedAt = now;
  }

  scrolledTo(top: number, now: number): void {
    this.#atTop = top <= 0;
    this.touch(now);
  }

  /** Time has passed: cut anew, unless somebody is reading. */
  cutAnew(now: number): boolean {
    if (!this.#isUntouched(now)) return false;
    this.#set({ cutAt: now });
    return true;
  }

  showWaiting(now: number): void {
    this.#set({ rows: showWaiting(this.#listing.rows), cutAt: now });
  }

  /** The person has moved on to another row. */
  moveOn(current: string | null): void {
    const rows = dropGone(this.#listing.rows, current);
    if (rows.listed.length !== this.#listing.rows.listed.length) this.#set({ rows });
  }

  /** A row that was decided here leaves. */
  leave(id: string): void {
    this.#set({ leaving: new Set([...this.#listing.leaving, id]) });
    setTimeout(() => {
      const leaving = new Set(this.#listing.leaving);
      leaving.delete(id);
      this.#set({ leaving, rows: dropRow(this.#listing.rows, id) });
    }, LEAVE_MS);
  }

  /** A row that comes back at the person's word is let in at once. */
  welcome(id: string): void {
    this.#welcome.add(id);
  }

  #isUntouched(now: number): boolean {
    return now - this.#touchedAt >= STILL_MS;
  }

  #set(change: Partial<Listing>): void {
    this.#listing = { ...this.#listing, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}
