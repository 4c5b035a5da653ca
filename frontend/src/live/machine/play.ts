/** Only for tests: a machine that is told one thing after another, and what it did. */

import type { TraceEvent } from "../fold/events";
import type { ServerFrame } from "../frames";
import type { Effect, Input } from "./inputs";
import { reduce } from "./reduce";
import { type Machine, newMachine } from "./state";

export class Play {
  machine: Machine;
  now = 0;
  /** Since they were last taken. */
  #effects: Effect[] = [];

  constructor(start?: Partial<Machine>) {
    this.machine = { ...newMachine(0), ...start };
  }

  tell(input: Input): this {
    const [machine, effects] = reduce(this.machine, input, this.now);
    this.machine = machine;
    this.#effects.push(...effects);
    return this;
  }

  frame(frame: ServerFrame | null): this {
    return this.tell({ type: "frame", attempt: this.machine.attempt, frame });
  }

  ticket(): this {
    return this.tell({ type: "ticket", attempt: this.machine.attempt, answer: { ticket: "t" } });
  }

  noTicket(problem: "unavailable" | "not_allowed" | "signed_out" | "away"): this {
    return this.tell({ type: "ticket", attempt: this.machine.attempt, answer: { problem } });
  }

  closed(code = 1006): this {
    return this.tell({ type: "closed", attempt: this.machine.attempt, code });
  }

  opened(): this {
    return this.tell({ type: "opened", attempt: this.machine.attempt });
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** Through the ticket and the greeting, to a live socket. */
  live(): this {
    return this.tell({ type: "start" }).ticket().opened().frame({ type: "welcome", now: "" });
  }

  /** Without a socket, live by a stream. */
  liveByStream(): this {
    return this.tell({ type: "start" }).ticket().closed().tell({ type: "timer", name: "retry" }).ticket().closed()
      .ticket().opened();
  }

  liveByPolling(): this {
    this.tell({ type: "start" }).ticket().closed().tell({ type: "timer", name: "retry" }).ticket().closed();
    return this.ticket().closed().tell({ type: "timer", name: "retry" }).ticket().closed().ticket();
  }

  /** What was done since it was last asked for. */
  take(): readonly Effect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  /** The same, only of one sort. */
  taken<T extends Effect["do"]>(what: T): readonly Extract<Effect, { do: T }>[] {
    return this.take().filter((effect): effect is Extract<Effect, { do: T }> => effect.do === what);
  }
}

export function eventsFrame(run: string, first: number, last: number): ServerFrame & { type: "events" } {
  return { type: "events", run, first, last, events: events(first, last) };
}

export function events(first: number, last: number): readonly TraceEvent[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    seq: first + index,
    at: "2026-11-30T12:00:00.000Z",
    kind: "tool_changed",
    payload: {},
  }));
}
