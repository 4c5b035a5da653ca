/** The state of the live connection, as a value: `reduce` makes the next one, a driver does the effects. */

/** Whether what is shown is live, since when (milliseconds), and over what it comes. */
export interface LiveState {
  readonly status: "live" | "connecting" | "away" | "signed_out";
  readonly since: number;
  readonly via: Via;
}

/** The socket; a one-way stream where a socket is not let through; asking again and again where neither is. */
export type Via = "socket" | "stream" | "poll";

/** `pausing`: until the next try. `asleep`: nobody looks at the page, and a stream would hold a connection. */
export type Phase = "stopped" | "ticket" | "opening" | "greeting" | "open" | "pausing" | "asleep";

/** One run that somebody on the page looks at. */
export interface Watch {
  /** The newest event that was handed on. */
  readonly seq: number;
  /** When the server was asked to begin again after a gap; null while there is none. */
  readonly askedAt: number | null;
  /** The newest event that is known to exist. */
  readonly known: number;
  /** A page of its events is being read over REST. */
  readonly isReading: boolean;
}

export interface Machine {
  readonly phase: Phase;
  readonly via: Via;
  /** Number of the present try to connect: what an older one brings is ignored. */
  readonly attempt: number;
  /** Tries in a row that failed: how long to pause. */
  readonly failures: number;
  /** Tries in a row that were refused although the server answers: when to use the next way. */
  readonly refusals: number;
  readonly watches: ReadonlyMap<string, Watch>;
  /** When anything came from the server last. */
  readonly heardAt: number;
  readonly triedAt: number;
  readonly live: LiveState;
  /** Frames that could not be read. */
  readonly unreadable: number;
}

export function newMachine(now: number): Machine {
  return {
    phase: "stopped",
    via: "socket",
    attempt: 0,
    failures: 0,
    refusals: 0,
    watches: new Map(),
    heardAt: now,
    triedAt: now,
    live: { status: "connecting", since: now, via: "socket" },
    unreadable: 0,
  };
}
