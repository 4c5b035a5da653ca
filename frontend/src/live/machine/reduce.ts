import type { ServerFrame } from "../frames";
import { connect, everythingChanged, lose, onClosed, onOpened, onTicket, open, ping, sleep, wake } from "./connect";
import type { Effect, Input, TicketAnswer, TimerName } from "./inputs";
import type { Machine } from "./state";
import { andThen, show, stay, type Step } from "./step";
import { TIMES } from "./times";
import { addWatch, onChanged, onEvents, onPage, onRefused, onResync, onWatching, readAll, removeWatch } from "./watching";

/**
 * The live connection: what happens in, the next state and what is to be done out. Pure; `now` in milliseconds.
 */
export function reduce(machine: Machine, input: Input, now: number): Step {
  if ("attempt" in input && input.attempt !== machine.attempt) return stay(machine);
  switch (input.type) {
    case "start":
      return start(machine, now);
    case "stop":
      return stop(machine);
    case "watch":
      return addWatch(machine, input.run, input.after);
    case "unwatch":
      return removeWatch(machine, input.run);
    case "ticket":
      return machine.phase === "open" ? onStillThere(machine, input.answer, now) : onAnyTicket(machine, input.answer, now);
    case "opened":
      return onOpened(machine, now);
    case "frame":
      return onFrame(machine, input.frame, now);
    case "closed":
      return isConnected(machine) ? onClosed(machine, input.code, now) : stay(machine);
    case "page":
      return onAnyPage(machine, input, now);
    case "timer":
      return onTimer(machine, input.name, now);
    case "woken":
      return wake(machine, now);
    case "hidden":
      return sleep(machine, now);
  }
}

function start(machine: Machine, now: number): Step {
  if (machine.phase !== "stopped") return stay(machine);
  const waiting: Effect = { do: "set_timer", name: "away", ms: TIMES.away };
  return andThen(stay(machine, waiting), (it) => connect(it, now));
}

function stop(machine: Machine): Step {
  const names: readonly TimerName[] = ["retry", "greet", "ping", "pong", "away", "upgrade", "poll", "lists"];
  const stopped: Machine = { ...machine, phase: "stopped", attempt: machine.attempt + 1, watches: new Map() };
  return stay(stopped, { do: "clear_timers", names }, { do: "close" });
}

function isConnected({ phase }: Machine): boolean {
  return phase === "opening" || phase === "greeting" || phase === "open";
}

function onFrame(machine: Machine, frame: ServerFrame | null, now: number): Step {
  if (!isConnected(machine)) return stay(machine);
  const heard: Machine = { ...machine, heardAt: now };
  if (frame === null) return stay({ ...heard, unreadable: machine.unreadable + 1 });
  const step = readFrameIn(heard, frame, now);
  // Any word proves that the connection lives.
  return andThen(stay(heard, { do: "clear_timers", names: ["pong"] }), () => step);
}

function readFrameIn(machine: Machine, frame: ServerFrame, now: number): Step {
  switch (frame.type) {
    case "welcome":
      return machine.phase === "open" ? stay(machine) : open(machine, now);
    case "events":
      return onEvents(machine, frame.run, frame.events, now);
    case "watching":
      return onWatching(machine, frame.run, frame.last, now);
    case "partial":
      return machine.watches.has(frame.run) ? stay(machine, { do: "tell_partial", partial: frame }) : stay(machine);
    case "resync":
      return onResync(machine, frame.run);
    case "changed":
      return onChanged(machine, frame);
    case "refused":
      return onRefused(machine, frame.run, frame.code);
    case "closed":
      return onClosed(machine, frame.code, now);
    case "pong":
      return stay(machine);
  }
}

function onTimer(machine: Machine, name: TimerName, now: number): Step {
  switch (name) {
    case "retry":
      return machine.phase === "pausing" ? connect(machine, now) : stay(machine);
    case "greet":
      return onClosed(machine, NEVER_OPENED, now);
    case "ping":
      return machine.phase === "open" && machine.via === "socket" ? ping(proven(machine), TIMES.pong) : stay(machine);
    case "pong":
      return machine.phase === "open" ? lose(machine, now) : stay(machine);
    case "away":
      return machine.live.status === "connecting" ? show(machine, "away", machine.via, machine.live.since) : stay(machine);
    case "upgrade":
      return machine.phase === "open" ? upgrade(machine, now) : stay(machine);
    case "poll":
      return machine.phase === "open" ? poll(proven(machine)) : stay(machine);
    case "lists":
      return machine.phase === "open" ? stay(machine, { do: "fetch_ticket", attempt: machine.attempt }) : stay(machine);
  }
}

/** It has held for a while: the next break is the first one. A server that drops whom it welcomes is none. */
function proven(machine: Machine): Machine {
  return { ...machine, failures: 0 };
}

const NEVER_OPENED = 1006;

/** On a lesser way for a while: one try with the socket, and back at the first refusal. */
function upgrade(machine: Machine, now: number): Step {
  return connect({ ...machine, via: "socket", refusals: 1 }, now);
}

function poll(machine: Machine): Step {
  const ms = machine.via === "poll" ? TIMES.poll : TIMES.pollBesideStream;
  return andThen(stay(machine, { do: "set_timer", name: "poll", ms }), readAll);
}

/** Where nothing tells what has changed: a ticket that nobody uses shows that the server still answers. */
function onStillThere(machine: Machine, answer: TicketAnswer, now: number): Step {
  if ("problem" in answer && answer.problem !== "unavailable") return onTicket(machine, answer, now);
  const again: Effect = { do: "set_timer", name: "lists", ms: TIMES.changedByPolling };
  return andThen(stay({ ...machine, heardAt: now }, again), everythingChanged);
}

function onAnyTicket(machine: Machine, answer: TicketAnswer, now: number): Step {
  return machine.phase === "ticket" ? onTicket(machine, answer, now) : stay(machine);
}

/** Where events are only read, an answer that does not come is the end of the connection. */
function onAnyPage(machine: Machine, { run, answer }: Input & { type: "page" }, now: number): Step {
  const isAway = "problem" in answer && answer.problem === "away";
  const step = onPage(machine, run, answer, now);
  return isAway && machine.via === "poll" ? andThen(step, (it) => lose({ ...it, via: "socket" }, now)) : step;
}
