/** The decision bar's state, and the one place from which a decision is sent. A store without React. */

import type { ApprovalCard } from "./card";
import { type Desk, type DeskEvent, type Draft, EMPTY_DESK, EMPTY_DRAFT, reduceDesk, type Verdict } from "./decision";
import { type Refusal, refusalOf } from "./refusal";

export interface DeskDuties {
  send: (verdict: Verdict) => Promise<ApprovalCard>;
  stored: (card: ApprovalCard, verdict: Verdict) => void;
  /** `seen`: the bar shows it, so nothing else has to say it. */
  refused: (refusal: Refusal, verdict: Verdict, seen: boolean) => void;
}

export class DeskStore {
  #desk: Desk = EMPTY_DESK;
  readonly #drafts = new Map<string, Draft>();
  readonly #watchers = new Set<() => void>();
  readonly #duties: DeskDuties;
  readonly #clock: () => number;

  constructor(duties: DeskDuties, clock = () => performance.now()) {
    this.#duties = duties;
    this.#clock = clock;
  }

  readonly get = (): Desk => this.#desk;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** A card is on the screen since now, with the words once written about it. */
  show(card: Pick<ApprovalCard, "id" | "digest" | "version" | "risk">): void {
    this.dispatch({ type: "shown", card, at: this.#clock(), draft: this.#drafts.get(card.id) ?? EMPTY_DRAFT });
  }

  approve(by: "key" | "press"): void {
    this.dispatch({ type: "approve", at: this.#clock(), held: false, by });
  }

  confirm(held: boolean): void {
    this.dispatch({ type: "confirm", at: this.#clock(), held });
  }

  reject(reason: string): void {
    this.dispatch({ type: "reject", at: this.#clock(), held: false, reason });
  }

  readonly dispatch = (event: DeskEvent): void => {
    const before = this.#desk;
    this.#desk = reduceDesk(before, event);
    if (this.#desk === before) return;
    const { shown, draft, phase } = this.#desk;
    if (shown !== null) this.#drafts.set(shown.id, draft);
    for (const watcher of this.#watchers) watcher();
    if (phase.kind === "sending" && phase !== before.phase) void this.#send(phase.verdict);
  };

  async #send(verdict: Verdict): Promise<void> {
    try {
      const card = await this.#duties.send(verdict);
      this.#drafts.delete(verdict.card);
      if (this.#isAwaited(verdict)) this.dispatch({ type: "stored" });
      this.#duties.stored(card, verdict);
    } catch (error) {
      const refusal = refusalOf(error);
      const seen = this.#isAwaited(verdict);
      if (seen) this.dispatch({ type: "refused", refusal });
      this.#duties.refused(refusal, verdict, seen);
    }
  }

  /** The person may have gone on to another card meanwhile. */
  #isAwaited(verdict: Verdict): boolean {
    return this.#desk.phase.kind === "sending" && this.#desk.phase.verdict === verdict;
  }
}
