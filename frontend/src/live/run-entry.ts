import type { TraceEvent } from "./fold/events";
import type { PartialFrame } from "./frames";
import {
  LOADING, missing, type RunError, type RunState, type Snapshot, withError, withEvents, withPiece, withSnapshot,
} from "./run-state";

export type SnapshotAnswer =
  | { readonly snapshot: Snapshot }
  | { readonly problem: "not_found" }
  | { readonly problem: "away"; readonly error: RunError };

type Change = (state: RunState) => RunState;

/** One open run: its state, who reads it, and what has come since the last picture. */
export class RunEntry {
  state: RunState = LOADING;
  readers = 0;
  readonly listeners = new Set<() => void>();
  #events: TraceEvent[] = [];
  #changes: Change[] = [];
  readonly #wantToDraw: () => void;

  constructor(wantToDraw: () => void) {
    this.#wantToDraw = wantToDraw;
  }

  takeSnapshot(answer: SnapshotAnswer): void {
    if ("snapshot" in answer) this.#change(() => withSnapshot(answer.snapshot));
    else if (answer.problem === "not_found") this.#change(missing);
    else this.#change((state) => withError(state, answer.error));
    this.apply();
  }

  addEvents(events: readonly TraceEvent[]): void {
    this.#events.push(...events);
    this.#wantToDraw();
  }

  addPiece(piece: PartialFrame): void {
    this.#change((state) => withPiece(state, piece));
  }

  catchUp(): void {
    this.#change((state) => (state.isCaughtUp ? state : { ...state, isCaughtUp: true }));
  }

  /** It is not there any more, or not for this person. */
  lose(): void {
    this.#change(missing);
  }

  /** Everything that has come, at once: events as one batch, whatever their number. */
  apply(): void {
    this.#endBatch();
    const state = this.#changes.reduce((before, change) => change(before), this.state);
    this.#changes = [];
    if (state === this.state) return;
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }

  #change(change: Change): void {
    this.#endBatch();
    this.#changes.push(change);
    this.#wantToDraw();
  }

  /** Events and other changes keep their order among each other. */
  #endBatch(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#changes.push((state) => withEvents(state, events));
  }
}
