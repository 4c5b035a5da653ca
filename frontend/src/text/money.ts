/** Money in words: an amount in billionths (nano) of a currency, in the person's own digits. Pure. */

const NANO = 1_000_000_000;
/** A nano is the smallest amount there is: nothing is lost with so many digits. */
const ALL_DIGITS = 9;
/** Of an amount below one; so that what a model costs is never nothing. */
const DIGITS_THAT_TELL = 3;

/** `$12.40`, `$0.041`, `$0.0000468`: two digits, below one as many as tell something. */
export function money(currency: string, nano: number): string {
  return written(currency, nano, digitsFor(Math.abs(nano) / NANO));
}

/** With every digit that is not zero: amounts written so add up before one's eyes. */
export function moneyExact(currency: string, nano: number): string {
  return written(currency, nano, ALL_DIGITS);
}

function digitsFor(value: number): number | undefined {
  if (value === 0 || value >= 1) return undefined;
  return Math.min(ALL_DIGITS, Math.ceil(-Math.log10(value)) + DIGITS_THAT_TELL - 1);
}

function written(currency: string, nano: number, digits: number | undefined): string {
  const format = formatOf(currency, digits);
  const value = nano / NANO;
  return format.named ? format.numbers.format(value) : `${format.numbers.format(value)} ${currency}`;
}

interface Format {
  readonly numbers: Intl.NumberFormat;
  /** The format writes the currency itself; one that no browser knows stands behind the number. */
  readonly named: boolean;
}

const formats = new Map<string, Format>();

/** Made once for each: a formatter costs more than a thousand uses of it. */
function formatOf(currency: string, digits: number | undefined): Format {
  const key = `${currency} ${digits ?? ""}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = makeFormat(currency, digits);
  formats.set(key, made);
  return made;
}

function makeFormat(currency: string, digits: number | undefined): Format {
  const named = /^[A-Z]{3}$/.test(currency);
  const style: Intl.NumberFormatOptions = named ? { style: "currency", currency, currencyDisplay: "narrowSymbol" } : { minimumFractionDigits: 2 };
  const usual = new Intl.NumberFormat(undefined, style).resolvedOptions().maximumFractionDigits ?? 2;
  const numbers = new Intl.NumberFormat(undefined, { ...style, maximumFractionDigits: Math.max(usual, digits ?? usual) });
  return { numbers, named };
}
