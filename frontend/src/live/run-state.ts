import type { TraceEvent } from "./fold/events";
import { fold } from "./fold/fold";
import { EMPTY_VIEW, type RunView } from "./fold/view";
import type { PartialFrame } from "./frames";
import { addPiece, dropFinished, NO_PARTIALS, type PartialTexts } from "./partial";

/** Why a run cannot be shown. */
export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** A run as the page knows it: a value that changes with every batch of events. */
export interface RunState {
  /** `missing`: not there, or not for this person. `error`: could not be read; tried again by itself. */
  readonly status: "loading" | "ready" | "missing" | "error";
  readonly view: RunView;
  /** The newest event in the view. */
  readonly seq: number;
  /** The events since the run was opened, the newest ones only: `events[0]` follows the snapshot. */
  readonly events: readonly TraceEvent[];
  /** By id of the step: what a running model call has written so far. */
  readonly partials: PartialTexts;
  /** Whether everything that had happened when the connection came about is in the view. */
  readonly isCaughtUp: boolean;
  readonly error: RunError | null;
}

export interface Snapshot {
  readonly seq: number;
  readonly view: RunView;
  /** The text of the step that is being written. */
  readonly partial: Omit<PartialFrame, "type" | "run"> | null;
}

/** With more events than that in hand the oldest are let go: they can be read again. */
export const MOST_EVENTS = 20_000;

export const LOADING: RunState = {
  status: "loading",
  view: EMPTY_VIEW,
  seq: 0,
  events: [],
  partials: NO_PARTIALS,
  isCaughtUp: false,
  error: null,
};

export function withSnapshot({ seq, view, partial }: Snapshot): RunState {
  const partials = partial === null ? NO_PARTIALS : addPiece(NO_PARTIALS, partial);
  return { ...LOADING, status: "ready", view, seq, partials };
}

/** The state after a batch. The events follow each other and the state's last one. */
export function withEvents(state: RunState, events: readonly TraceEvent[]): RunState {
  const last = events.at(-1);
  if (last === undefined) return state;
  const view = fold(events, state.view);
  const all = [...state.events, ...events];
  return {
    ...state,
    view,
    seq: last.seq,
    events: all.length > MOST_EVENTS ? all.slice(-MOST_EVENTS) : all,
    partials: dropFinished(state.partials, view),
  };
}

export function withPiece(state: RunState, piece: PartialFrame): RunState {
  const partials = dropFinished(addPiece(state.partials, piece), state.view);
  return partials === state.partials ? state : { ...state, partials };
}

/** It is gone, or not for this person any more: nothing of it stays on the page. */
export function missing(): RunState {
  return { ...LOADING, status: "missing", error: { code: "not_found", message: "" } };
}

/** It could not be read. A run that is on the page stays there. */
export function withError(state: RunState, error: RunError): RunState {
  return state.status === "ready" ? state : { ...state, status: "error", error };
}
