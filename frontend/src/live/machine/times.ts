/** Milliseconds. */
export const TIMES = {
  /** A ticket, a handshake and a welcome together. */
  greet: 10_000,
  ping: 20_000,
  /** How long an answer to a ping may take. */
  pong: 10_000,
  /** The same when the page was just woken: a laptop that has slept holds a dead connection. */
  pongWoken: 3_000,
  /** Silence that no living connection has. */
  dead: 45_000,
  /** Waking comes in bursts: focus, visibility, network. */
  wokenAgain: 1_000,
  /** How long a lost connection is being mended before it is called away. */
  away: 2_000,
  /** After that long on a lesser way the socket is tried again. */
  upgrade: 60_000,
  poll: 2_000,
  /** A stream says what has changed: this is only for what it may have lost. */
  pollBesideStream: 10_000,
  /** How often all lists are read again where nothing says what has changed. */
  changedByPolling: 10_000,
  /** An unanswered wish to begin again after a gap is repeated after that long. */
  askAgain: 5_000,
} as const;

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** The pause before the next try, after so many failures in a row. */
export function pause(failures: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, Math.min(failures - 1, 10)));
}

/** Refusals in a row until the next way is taken. */
export const MOST_REFUSALS = 2;
