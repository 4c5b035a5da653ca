/** Numbers in words of the catalogue: the right form of a noun, and digits in the person's own way. */

const rules = new Intl.PluralRules("en");
const counts = new Intl.NumberFormat();

/** `1,284`, in the person's own digits. */
export function number(value: number): string {
  return counts.format(value);
}

/** `1 run`, `4 runs`: the number and the form that fits it. */
export function plural(count: number, one: string, other: string): string {
  return `${number(count)} ${pluralForm(count, one, other)}`;
}

/** The form alone, where the number stands elsewhere. */
export function pluralForm(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(items);
}
