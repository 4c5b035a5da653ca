/** Calls that come in bursts, made at most once in a while: the first at once, the last always. */
export class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;
  readonly #rest: number;
  readonly #act: () => void;

  constructor(rest: number, act: () => void) {
    this.#rest = rest;
    this.#act = act;
  }

  call(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#last + this.#rest - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#act();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
