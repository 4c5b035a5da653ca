import type { Effect, TicketAnswer, TimerName } from "./inputs";
import type { Machine, Via } from "./state";
import { andThen, show, stay, type Step } from "./step";
import { MOST_REFUSALS, pause, TIMES } from "./times";
import { readAll, watchAll } from "./watching";

const CONNECTION_TIMERS: readonly TimerName[] = ["retry", "greet", "ping", "pong", "upgrade", "poll", "lists"];

/** Begins a new try. A ticket comes first whatever the way: it shows whether the server answers at all. */
export function connect(machine: Machine, now: number): Step {
  const attempt = machine.attempt + 1;
  const next: Machine = { ...machine, phase: "ticket", attempt, triedAt: now, watches: unread(machine) };
  return stay(
    next,
    { do: "clear_timers", names: CONNECTION_TIMERS },
    { do: "close" },
    { do: "set_timer", name: "greet", ms: TIMES.greet },
    { do: "fetch_ticket", attempt },
  );
}

export function onTicket(machine: Machine, answer: TicketAnswer, now: number): Step {
  const { attempt, via } = machine;
  if ("problem" in answer && answer.problem === "not_allowed") return park(machine, "away", now);
  if ("problem" in answer && answer.problem === "signed_out") return park(machine, "signed_out", now);
  if ("problem" in answer && answer.problem === "away") return lose({ ...machine, via: "socket" }, now);
  if (machine.live.status === "signed_out") return andThen(signedIn(machine, now), (it) => onTicket(it, answer, now));
  if (via === "poll") return open(machine, now);
  if (via === "stream") return stay({ ...machine, phase: "opening" }, { do: "open_stream", attempt });
  if ("problem" in answer) return refuse(machine, now);
  const greeting: Effect = { do: "send", frame: { type: "hello", ticket: answer.ticket } };
  return stay({ ...machine, phase: "opening" }, { do: "open_socket", attempt }, greeting);
}

/** The socket or the stream is open. A socket still has to be welcomed. */
export function onOpened(machine: Machine, now: number): Step {
  if (machine.phase !== "opening") return stay(machine);
  if (machine.via === "stream") return open(machine, now);
  return stay({ ...machine, phase: "greeting" });
}

/** From here on it is live. What changed in between nobody has told: every list is read again. */
export function open(machine: Machine, now: number): Step {
  const { via } = machine;
  const opened: Machine = { ...machine, phase: "open", refusals: 0, heardAt: now };
  const timers: Effect[] = [{ do: "clear_timers", names: ["greet", "away"] }];
  if (via === "socket") timers.push({ do: "set_timer", name: "ping", ms: TIMES.ping });
  else {
    timers.push({ do: "set_timer", name: "upgrade", ms: TIMES.upgrade });
    timers.push({ do: "set_timer", name: "poll", ms: via === "poll" ? TIMES.poll : TIMES.pollBesideStream });
  }
  if (via === "poll") timers.push({ do: "set_timer", name: "lists", ms: TIMES.changedByPolling });
  const live = andThen(stay(opened, ...timers), (it) => show(it, "live", via, now));
  return andThen(andThen(live, everythingChanged), via === "socket" ? watchAll : readAll);
}

/** Every list is to be read again. */
export function everythingChanged(machine: Machine): Step {
  return stay(machine, { do: "tell_changed", changed: { runs: [], approvals: true, all: true } });
}

/** The connection is gone, or never came about. */
export function onClosed(machine: Machine, code: number, now: number): Step {
  const isNew = machine.phase === "opening" || machine.phase === "greeting";
  return isNew && !COMES_BACK.has(code) ? refuse(machine, now) : lose(machine, now);
}

/** A server that restarts or asks to come later: there is nothing wrong with the way. */
const COMES_BACK: ReadonlySet<number> = new Set([1001, 1012, 1013]);

/** The server answers, but not on this way. */
function refuse(machine: Machine, now: number): Step {
  const refusals = machine.refusals + 1;
  if (refusals < MOST_REFUSALS || machine.via === "poll") return lose({ ...machine, refusals }, now);
  const via: Via = machine.via === "socket" ? "stream" : "poll";
  return connect({ ...machine, refusals: 0, via }, now);
}

/** Pause, then try again. */
export function lose(machine: Machine, now: number): Step {
  if (machine.phase === "stopped") return stay(machine);
  const failures = machine.failures + 1;
  const lost: Machine = { ...machine, phase: "pausing", failures, triedAt: now, watches: unread(machine) };
  const step = stay(
    lost,
    { do: "clear_timers", names: CONNECTION_TIMERS },
    { do: "close" },
    { do: "set_timer", name: "retry", ms: pause(failures), jitter: true },
  );
  return andThen(step, (it) => leaveLive(it, now));
}

/** Never says "live" of what is not; a short break is not yet called away. */
function leaveLive(machine: Machine, now: number): Step {
  if (machine.live.status !== "live") return stay(machine);
  const [shown, effects] = show(machine, "connecting", machine.live.via, now);
  return stay(shown, ...effects, { do: "set_timer", name: "away", ms: TIMES.away });
}

/** Whoever this is may not listen any more: trying again by itself would not change that. */
function park(machine: Machine, status: "away" | "signed_out", now: number): Step {
  const parked: Machine = { ...machine, phase: "pausing", triedAt: now };
  const step = stay(parked, { do: "clear_timers", names: CONNECTION_TIMERS }, { do: "close" });
  return andThen(step, (it) => show(it, status, it.via, now));
}

/** The session is back, by another tab: what is said of it from here on is the connection's. */
function signedIn(machine: Machine, now: number): Step {
  const [shown, effects] = show(machine, "connecting", machine.live.via, now);
  return stay(shown, ...effects, { do: "set_timer", name: "away", ms: TIMES.away });
}

/** Nobody looks: a stream would only hold one of the few connections that a browser has for a server. */
export function sleep(machine: Machine, now: number): Step {
  if (machine.via !== "stream" || machine.phase !== "open") return stay(machine);
  const asleep: Machine = { ...machine, phase: "asleep", attempt: machine.attempt + 1 };
  const step = stay(asleep, { do: "clear_timers", names: CONNECTION_TIMERS }, { do: "close" });
  return andThen(step, (it) => leaveLive(it, now));
}

/** The page is looked at again: is the connection still one? */
export function wake(machine: Machine, now: number): Step {
  switch (machine.phase) {
    case "asleep":
      return connect(machine, now);
    case "pausing":
      return now - machine.triedAt < TIMES.wokenAgain ? stay(machine) : connect(machine, now);
    case "open":
      return check(machine, now);
    default:
      return stay(machine);
  }
}

function check(machine: Machine, now: number): Step {
  const silence = now - machine.heardAt;
  if (machine.via === "poll") return readAll(machine);
  if (silence >= TIMES.dead) return andThen(leaveLive(machine, now), (it) => connect(it, now));
  if (machine.via === "stream" || silence < TIMES.wokenAgain) return stay(machine);
  return ping(machine, TIMES.pongWoken);
}

export function ping(machine: Machine, patience: number): Step {
  return stay(
    machine,
    { do: "send", frame: { type: "ping" } },
    { do: "set_timer", name: "pong", ms: patience },
    { do: "set_timer", name: "ping", ms: TIMES.ping },
  );
}

function unread(machine: Machine): Machine["watches"] {
  return new Map([...machine.watches].map(([run, watch]) => [run, { ...watch, isReading: false, askedAt: null }]));
}
