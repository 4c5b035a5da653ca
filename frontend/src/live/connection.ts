import { type ClientFrame, readFrame } from "./frames";
import type { Effect, Input, PageAnswer, TicketAnswer, TimerName } from "./machine/inputs";
import { reduce } from "./machine/reduce";
import { type Machine, newMachine } from "./machine/state";

/** Something that is open and hears. */
export interface Line {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export interface LineHandlers {
  readonly opened: () => void;
  readonly heard: (text: unknown) => void;
  readonly closed: (code: number) => void;
}

/** What the connection needs of the world; a browser's are in `browser-ports.ts`. */
export interface ConnectionPorts {
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly fetchTicket: () => Promise<TicketAnswer>;
  readonly readPage: (run: string, after: number) => Promise<PageAnswer>;
  readonly openSocket: (handlers: LineHandlers) => Line;
  readonly openStream: (handlers: LineHandlers) => Line;
}

/** What the connection tells. */
export type News = Extract<Effect, { readonly do: `tell_${string}` }>;

/** The most frames a second that the server takes is 20. */
const MOST_SENT = 15;

/** Drives the machine: does its effects and brings what comes of them back in. */
export class Connection {
  #machine: Machine;
  #inputs: Input[] = [];
  #isBusy = false;
  #line: Line | null = null;
  #isOpen = false;
  #unsent: string[] = [];
  #sentAt: number[] = [];
  #timers = new Map<TimerName | "pace", () => void>();
  readonly #ports: ConnectionPorts;
  readonly #tell: (news: News) => void;

  constructor(ports: ConnectionPorts, tell: (news: News) => void) {
    this.#ports = ports;
    this.#tell = tell;
    this.#machine = newMachine(ports.now());
  }

  get machine(): Machine {
    return this.#machine;
  }

  /** Takes an input in. What effects bring at once comes after what is being worked on. */
  dispatch(input: Input): void {
    this.#inputs.push(input);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        const [machine, effects] = reduce(this.#machine, next, this.#ports.now());
        this.#machine = machine;
        effects.forEach((effect) => this.#perform(effect));
      }
    } finally {
      this.#isBusy = false;
    }
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case "fetch_ticket":
        this.#fetchTicket(effect.attempt);
        break;
      case "open_socket":
        this.#open(effect.attempt, this.#ports.openSocket);
        break;
      case "open_stream":
        this.#open(effect.attempt, this.#ports.openStream);
        break;
      case "read_page":
        this.#readPage(effect.attempt, effect.run, effect.after);
        break;
      case "send":
        this.#send(effect.frame);
        break;
      case "close":
        this.#close();
        break;
      case "set_timer":
        this.#setTimer(effect.name, effect.jitter ? effect.ms * (0.5 + this.#ports.random() / 2) : effect.ms);
        break;
      case "clear_timers":
        effect.names.forEach((name) => this.#clearTimer(name));
        break;
      default:
        this.#tell(effect);
        break;
    }
  }

  #fetchTicket(attempt: number): void {
    void this.#ports.fetchTicket().then((answer) => this.dispatch({ type: "ticket", attempt, answer }));
  }

  #readPage(attempt: number, run: string, after: number): void {
    void this.#ports.readPage(run, after).then((answer) => this.dispatch({ type: "page", attempt, run, answer }));
  }

  #open(attempt: number, open: (handlers: LineHandlers) => Line): void {
    const line = open({
      opened: () => this.#opened(line, attempt),
      heard: (text) => this.dispatch({ type: "frame", attempt, frame: readFrame(text) }),
      closed: (code) => this.dispatch({ type: "closed", attempt, code }),
    });
    this.#line = line;
  }

  #opened(line: Line, attempt: number): void {
    if (line !== this.#line) return;
    this.#isOpen = true;
    this.#flush();
    this.dispatch({ type: "opened", attempt });
  }

  #close(): void {
    this.#line?.close();
    this.#line = null;
    this.#isOpen = false;
    this.#unsent = [];
    this.#clearTimer("pace");
  }

  #send(frame: ClientFrame): void {
    this.#unsent.push(JSON.stringify(frame));
    if (this.#isOpen) this.#flush();
  }

  /** Sends what waits, as fast as the server takes it. */
  #flush(): void {
    const now = this.#ports.now();
    this.#sentAt = this.#sentAt.filter((at) => now - at < 1_000);
    for (const text of this.#unsent.splice(0, MOST_SENT - this.#sentAt.length)) {
      this.#line?.send(text);
      this.#sentAt.push(now);
    }
    if (this.#unsent.length > 0) this.#setTimer("pace", 1_000, () => this.#flush());
  }

  #setTimer(name: TimerName | "pace", ms: number, run?: () => void): void {
    this.#clearTimer(name);
    const fire = () => {
      this.#timers.delete(name);
      if (run) run();
      else if (name !== "pace") this.dispatch({ type: "timer", name });
    };
    this.#timers.set(name, this.#ports.after(ms, fire));
  }

  #clearTimer(name: TimerName | "pace"): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}
