import type { TraceEvent } from "@/live/fold/events";

import { summaryOf } from "./summary";

/** Which events are shown. All words must be in an event; no kinds means every kind. */
export interface EventFilter {
  readonly words: string;
  readonly kinds: ReadonlySet<string>;
}

/** Reads some events after a seq; null where they could not be read. */
export type ReadEvents = (after: number, limit: number) => Promise<readonly TraceEvent[] | null>;

export const PAGE = 500;
/** Pages that are read at the same time. */
const MOST_READS = 2;
/** Milliseconds until a page that could not be read is asked for again. */
const AGAIN = 2_000;

/**
 * The events of a run as far as they are here. Seq counts without a gap, so the place of an event is known
 * before the event is: what is not here is a hole that is filled when somebody looks at it.
 */
export class EventLog {
  readonly #read: ReadEvents;
  readonly #events: (TraceEvent | undefined)[] = [];
  readonly #texts: string[] = [];
  readonly #reading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  readonly #counts = new Map<string, number>();
  #kinds: ReadonlyMap<string, number> = new Map();
  #wanted: number[] = [];
  #loaded = 0;
  #version = 0;
  #hasFailed = false;

  constructor(read: ReadEvents) {
    this.#read = read;
  }

  /** Changes with everything that comes: for who looks again only then. */
  get version(): number {
    return this.#version;
  }

  get loaded(): number {
    return this.#loaded;
  }

  /** The last reading failed; it is tried again by itself. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get(seq: number): TraceEvent | undefined {
    return this.#events[seq - 1];
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes events in, in any order and as often as they come. */
  put(events: readonly TraceEvent[]): void {
    let isNew = false;
    for (const event of events) {
      if (this.#events[event.seq - 1] !== undefined) continue;
      this.#events[event.seq - 1] = event;
      this.#texts[event.seq - 1] = searchedIn(event);
      this.#counts.set(event.kind, (this.#counts.get(event.kind) ?? 0) + 1);
      this.#loaded += 1;
      isNew = true;
    }
    if (!isNew) return;
    this.#kinds = new Map([...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1)));
    this.#tell();
  }

  /** Sees to it that these are read, the ones asked for last first. */
  need(first: number, last: number): void {
    for (let page = pageOf(last); page >= pageOf(Math.max(1, first)); page -= 1) {
      if (this.#isWhole(page, last) || this.#reading.has(page)) continue;
      this.#wanted = [page, ...this.#wanted.filter((each) => each !== page)];
    }
    this.#readNext();
  }

  /** The seqs that fit, in order, among those that are here. */
  matching({ words, kinds }: EventFilter, count: number): readonly number[] {
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const event = this.#events[index];
      if (event === undefined || (kinds.size > 0 && !kinds.has(event.kind))) continue;
      const text = this.#texts[index] ?? "";
      if (wanted.every((word) => text.includes(word))) found.push(event.seq);
    }
    return found;
  }

  /** Kinds of the events that are here, with how many there are. */
  get kinds(): ReadonlyMap<string, number> {
    return this.#kinds;
  }

  #isWhole(page: number, last: number): boolean {
    const end = Math.min((page + 1) * PAGE, last);
    for (let index = page * PAGE; index < end; index += 1) if (this.#events[index] === undefined) return false;
    return true;
  }

  #readNext(): void {
    while (this.#reading.size < MOST_READS) {
      const page = this.#wanted.shift();
      if (page === undefined) return;
      this.#reading.add(page);
      void this.#read(page * PAGE, PAGE).then((events) => this.#took(page, events));
    }
  }

  #took(page: number, events: readonly TraceEvent[] | null): void {
    this.#hasFailed = events === null;
    if (events === null) {
      // It stays among those that are being read, so that nobody asks for it at once.
      setTimeout(() => {
        this.#reading.delete(page);
        this.#wanted.push(page);
        this.#readNext();
      }, AGAIN);
      this.#tell();
      return;
    }
    this.#reading.delete(page);
    this.put(events);
    this.#tell();
    this.#readNext();
  }

  #tell(): void {
    this.#version += 1;
    this.#listeners.forEach((listener) => listener());
  }
}

function pageOf(seq: number): number {
  return Math.floor((seq - 1) / PAGE);
}

/** Made once, when the event comes: a keystroke must not spell out ten thousand payloads. */
function searchedIn(event: TraceEvent): string {
  return `${event.kind}\n${summaryOf(event)}\n${JSON.stringify(event.payload)}`.toLowerCase();
}
