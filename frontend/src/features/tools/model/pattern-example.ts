/** A text that fits a simple regular expression, for an example; nothing where the expression is not simple. Pure. */

type Maker = () => string;

/** A text that the pattern matches, such as `NL-1042` for `^NL-\d{4}$`. */
export function textForPattern(pattern: string): string | undefined {
  try {
    const reader = new PatternReader(pattern);
    const text = reader.read();
    return text !== undefined && new RegExp(pattern, "u").test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Reads literals, classes, groups, choices and counts; gives up at anything else. */
class PatternReader {
  #at = 0;
  #digit = 0;
  readonly #signs: string[];

  constructor(pattern: string) {
    this.#signs = Array.from(pattern);
  }

  read(): string | undefined {
    const maker = this.#choice();
    return this.#at === this.#signs.length && maker !== undefined ? maker() : undefined;
  }

  #choice(): Maker | undefined {
    const first = this.#sequence();
    while (this.#take("|")) this.#sequence();
    return first;
  }

  #sequence(): Maker | undefined {
    const makers: Maker[] = [];
    while (this.#at < this.#signs.length && !["|", ")"].includes(this.#next)) {
      const one = this.#one();
      if (one === undefined) return undefined;
      const count = this.#count();
      if (count === undefined) return undefined;
      makers.push(() => Array.from({ length: count }, one).join(""));
    }
    return () => makers.map((maker) => maker()).join("");
  }

  #one(): Maker | undefined {
    const sign = this.#pop();
    switch (sign) {
      case "^":
      case "$":
        return () => "";
      case ".":
        return () => "x";
      case "\\":
        return this.#escaped(this.#pop());
      case "[":
        return this.#class();
      case "(":
        if (this.#take("?") && !this.#take(":")) return undefined;
        return this.#group();
      default:
        return "*+?{}]".includes(sign) ? undefined : () => sign;
    }
  }

  #group(): Maker | undefined {
    const inside = this.#choice();
    return this.#take(")") ? inside : undefined;
  }

  #escaped(sign: string): Maker | undefined {
    if (sign === "d") return () => this.#nextDigit();
    if (sign === "w") return () => "a";
    if (sign === "s") return () => " ";
    return /[A-Za-z0-9]/.test(sign) ? undefined : () => sign;
  }

  /** The first sign of a class stands for all of it. */
  #class(): Maker | undefined {
    if (this.#take("^")) return undefined;
    const first = this.#pop();
    const maker = first === "\\" ? this.#escaped(this.#pop()) : first === "0" && this.#next === "-" ? () => this.#nextDigit() : () => first;
    while (this.#at < this.#signs.length && this.#next !== "]") {
      if (this.#pop() === "\\") this.#pop();
    }
    return this.#take("]") ? maker : undefined;
  }

  #count(): number | undefined {
    if (this.#take("?") || this.#take("*")) return 0;
    if (this.#take("+")) return 1;
    if (!this.#take("{")) return 1;
    let text = "";
    while (this.#at < this.#signs.length && this.#next !== "}") text += this.#pop();
    const least = Number(text.split(",")[0]);
    return this.#take("}") && Number.isInteger(least) && least <= 100 ? least : undefined;
  }

  #nextDigit(): string {
    this.#digit = (this.#digit % 9) + 1;
    return String(this.#digit);
  }

  get #next(): string {
    return this.#signs[this.#at] ?? "";
  }

  #pop(): string {
    const sign = this.#next;
    this.#at += 1;
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#next !== sign || this.#at >= this.#signs.length) return false;
    this.#at += 1;
    return true;
  }
}
