import type { ChangedFrame } from "./frames";
import { Connection, type ConnectionPorts, type News } from "./connection";
import type { LiveState } from "./machine/state";
import { RunEntry, type SnapshotAnswer } from "./run-entry";
import { LOADING, type RunState } from "./run-state";

/** What has changed in the project. With `all` something may have been missed: read every list again. */
export type Changes = Omit<ChangedFrame, "type">;

/** What the page asks of what is live. Components use the hooks (`use-run.ts` and its neighbours). */
export interface Live {
  /** The run is on the page until the answer is called; many may open the same one. */
  openRun(run: string): () => void;
  runState(run: string): RunState;
  watchRun(run: string, listener: () => void): () => void;
  liveState(): LiveState;
  watchLiveState(listener: () => void): () => void;
  watchChanges(listener: (changes: Changes) => void): () => void;
}

export interface StorePorts extends ConnectionPorts {
  readonly readSnapshot: (run: string) => Promise<SnapshotAnswer>;
  /** Calls once, before the next picture is drawn; at the latest soon where nothing is drawn. */
  readonly beforeDrawing: (run: () => void) => void;
  /** Tells when the page is looked at again, or not any more. */
  readonly watchPage: (told: (what: "woken" | "hidden") => void) => () => void;
}

/** One per page: the connection, and every run that is open. Applies what comes once per picture. */
export class LiveStore implements Live {
  readonly #ports: StorePorts;
  readonly #connection: Connection;
  readonly #runs = new Map<string, RunEntry>();
  readonly #liveListeners = new Set<() => void>();
  readonly #changeListeners = new Set<(changes: Changes) => void>();
  readonly #dirty = new Set<RunEntry>();
  #isDrawing = false;
  #stopWatchingPage: (() => void) | null = null;

  constructor(ports: StorePorts) {
    this.#ports = ports;
    this.#connection = new Connection(ports, (news) => this.#hear(news));
  }

  start(): void {
    this.#stopWatchingPage ??= this.#ports.watchPage((type) => this.#connection.dispatch({ type }));
    this.#connection.dispatch({ type: "start" });
  }

  stop(): void {
    this.#stopWatchingPage?.();
    this.#stopWatchingPage = null;
    this.#connection.dispatch({ type: "stop" });
  }

  openRun(run: string): () => void {
    const entry = this.#runs.get(run) ?? this.#enter(run);
    entry.readers += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      entry.readers -= 1;
      // A component that is drawn anew closes and opens in the same moment.
      this.#ports.after(CLOSE_AFTER, () => this.#leave(run, entry));
    };
  }

  runState(run: string): RunState {
    return this.#runs.get(run)?.state ?? LOADING;
  }

  watchRun(run: string, listener: () => void): () => void {
    const close = this.openRun(run);
    const entry = this.#runs.get(run);
    entry?.listeners.add(listener);
    return () => {
      entry?.listeners.delete(listener);
      close();
    };
  }

  liveState(): LiveState {
    return this.#connection.machine.live;
  }

  watchLiveState(listener: () => void): () => void {
    this.#liveListeners.add(listener);
    return () => this.#liveListeners.delete(listener);
  }

  watchChanges(listener: (changes: Changes) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Frames that could not be read. */
  get unreadable(): number {
    return this.#connection.machine.unreadable;
  }

  #enter(run: string): RunEntry {
    const entry = new RunEntry(() => this.#draw(entry));
    this.#runs.set(run, entry);
    this.#read(run, entry);
    return entry;
  }

  #leave(run: string, entry: RunEntry): void {
    if (entry.readers > 0 || this.#runs.get(run) !== entry) return;
    this.#runs.delete(run);
    this.#dirty.delete(entry);
    this.#connection.dispatch({ type: "unwatch", run });
  }

  #read(run: string, entry: RunEntry): void {
    void this.#ports.readSnapshot(run).then((answer) => {
      if (this.#runs.get(run) !== entry) return;
      entry.takeSnapshot(answer);
      if ("snapshot" in answer) {
        this.#connection.dispatch({ type: "watch", run, after: answer.snapshot.seq });
      } else if (answer.problem === "away") {
        this.#ports.after(READ_AGAIN_AFTER, () => this.#readAgain(run, entry));
      }
    });
  }

  #readAgain(run: string, entry: RunEntry): void {
    if (this.#runs.get(run) === entry) this.#read(run, entry);
  }

  /** What is gone is gone. Anything else is the server's trouble with our place in the run: begin anew. */
  #refused(run: string, code: string): void {
    const entry = this.#runs.get(run);
    if (entry === undefined) return;
    if (code === "not_found") entry.lose();
    else this.#ports.after(READ_AGAIN_AFTER, () => this.#readAgain(run, entry));
  }

  #hear(news: News): void {
    switch (news.do) {
      case "tell_events":
        this.#runs.get(news.run)?.addEvents(news.events);
        break;
      case "tell_partial":
        this.#runs.get(news.partial.run)?.addPiece(news.partial);
        break;
      case "tell_caught_up":
        this.#runs.get(news.run)?.catchUp();
        break;
      case "tell_refused":
        this.#refused(news.run, news.code);
        break;
      case "tell_changed":
        this.#changeListeners.forEach((listener) => listener(news.changed));
        break;
      case "tell_state":
        this.#liveListeners.forEach((listener) => listener());
        break;
    }
  }

  #draw(entry: RunEntry): void {
    this.#dirty.add(entry);
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#ports.beforeDrawing(() => {
      this.#isDrawing = false;
      const entries = [...this.#dirty];
      this.#dirty.clear();
      entries.forEach((each) => each.apply());
    });
  }
}

/** Milliseconds. */
const CLOSE_AFTER = 1_000;
const READ_AGAIN_AFTER = 3_000;
