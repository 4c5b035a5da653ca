/** Only for tests: a world in which a test is server, clock and page. */

import type { Line, LineHandlers } from "./connection";
import type { ServerFrame } from "./frames";
import type { PageAnswer, TicketAnswer } from "./machine/inputs";
import type { SnapshotAnswer } from "./run-entry";
import type { StorePorts } from "./store";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class FakeWorld implements StorePorts {
  time = 0;
  tickets: TicketAnswer = { ticket: "t" };
  readonly snapshots = new Map<string, SnapshotAnswer>();
  readonly pages = new Map<string, PageAnswer>();
  /** Texts that were sent, on whatever was open. */
  readonly sent: string[] = [];
  readonly opened: ("socket" | "stream")[] = [];
  #timers = new Set<Timer>();
  #handlers: LineHandlers | null = null;
  #pictures: (() => void)[] = [];
  #told: ((what: "woken" | "hidden") => void) | null = null;

  now = () => this.time;
  random = () => 1;
  fetchTicket = () => Promise.resolve(this.tickets);
  readPage = (run: string) => Promise.resolve(this.pages.get(run) ?? { problem: "not_found" as const });
  readSnapshot = (run: string) => Promise.resolve(this.snapshots.get(run) ?? { problem: "not_found" as const });
  openSocket = (handlers: LineHandlers) => this.#open("socket", handlers);
  openStream = (handlers: LineHandlers) => this.#open("stream", handlers);
  beforeDrawing = (run: () => void) => void this.#pictures.push(run);

  after = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  watchPage = (told: (what: "woken" | "hidden") => void) => {
    this.#told = told;
    return () => void (this.#told = null);
  };

  /** The server takes the connection. */
  async accept(): Promise<void> {
    await this.settle();
    this.#handlers?.opened();
    this.say({ type: "welcome", now: "" });
    await this.settle();
  }

  say(frame: ServerFrame | string): void {
    this.#handlers?.heard(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  hangUp(code = 1006): void {
    this.#handlers?.closed(code);
  }

  look(what: "woken" | "hidden"): void {
    this.#told?.(what);
  }

  /** One picture is drawn. Gives how many asked for it. */
  draw(): number {
    const pictures = this.#pictures;
    this.#pictures = [];
    pictures.forEach((run) => run());
    return pictures.length;
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await this.settle();
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
      if (next === undefined) break;
      this.time = next.at;
      this.#timers.delete(next);
      next.run();
    }
    this.time = end;
  }

  /** Answers that were given arrive. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }

  #open(kind: "socket" | "stream", handlers: LineHandlers): Line {
    this.opened.push(kind);
    this.#handlers = handlers;
    return {
      send: (text) => void this.sent.push(text),
      close: () => {
        if (this.#handlers === handlers) this.#handlers = null;
      },
    };
  }
}
