export type FieldValue =
  | { kind: "text"; text: string }
  | { kind: "number"; text: string; exact: string }
  | { kind: "truth"; yes: boolean }
  | { kind: "nothing" }
  | { kind: "not_given" }
  | { kind: "list"; items: readonly string[] }
  | { kind: "structure"; json: string };

/** One argument of a call, as a form shows it. */
export interface Field {
  name: string;
  label: string;
  help: string | null;
  value: FieldValue;
  /** It needs the whole width. */
  wide: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

const LOCALE = "en";
const WIDE_TEXT = 34;
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
// 1240 may be EUR 12.40: whoever speaks of these units gets the number as it is sent.
const SMALL_UNITS = /\b(?:cents?|minor|pence|pennies|rappen|micros?)\b/iu;
const MONEY_WORDS = /amount|price|total|cost|fee|sum|balance|refund|payment/iu;

/** The arguments in the order of the schema; what the schema does not know comes last. */
export function fieldsOf(args: Readonly<Record<string, unknown>>, schema: Schema | null): Field[] {
  const properties = recordOf(schema?.properties);
  const known = Object.keys(properties);
  const unknown = Object.keys(args).filter((name) => !(name in properties));
  return [...known, ...unknown].map((name) => fieldOf(name, args, recordOf(properties[name])));
}

function fieldOf(name: string, args: Readonly<Record<string, unknown>>, schema: Schema): Field {
  const value = Object.hasOwn(args, name)
    ? valueOf(args[name], currencyOf(name, schema, args))
    : ({ kind: "not_given" } as const);
  return {
    name,
    label: textOf(schema.title) ?? readableName(name),
    help: textOf(schema.description),
    value,
    wide: isWide(value),
  };
}

/** The first amount of money among them: what a confirmation repeats. */
export function amountOf(fields: readonly Field[]): string | null {
  const money = fields.find(({ value }) => value.kind === "number" && /[^\d.,\s-]/u.test(value.text));
  return money?.value.kind === "number" ? money.value.text : null;
}

/** `order_id` becomes "Order id", `shipTo` "Ship to". */
export function readableName(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ")
    .replaceAll(/[_.-]+/gu, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function valueOf(value: unknown, currency: string | null): FieldValue {
  switch (typeof value) {
    case "string":
      return { kind: "text", text: value };
    case "number":
      return { kind: "number", text: numberText(value, currency), exact: String(value) };
    case "boolean":
      return { kind: "truth", yes: value };
    default:
      return structureOf(value);
  }
}

function structureOf(value: unknown): FieldValue {
  if (value === null || value === undefined) {
    return { kind: "nothing" };
  }
  if (Array.isArray(value) && value.every(isPlain)) {
    return { kind: "list", items: value.map(String) };
  }
  return { kind: "structure", json: JSON.stringify(value, null, 2) };
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Money where the tool says so and no digit would be lost; else the number as it is sent. */
function numberText(value: number, currency: string | null): string {
  if (currency === null) {
    return Number.isSafeInteger(value) && Math.abs(value) >= 10_000 ? value.toLocaleString(LOCALE) : String(value);
  }
  const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  return Number(value.toFixed(digits)) === value ? money.format(value) : `${currency} ${value}`;
}

function currencyOf(name: string, schema: Schema, args: Readonly<Record<string, unknown>>): string | null {
  const words = `${name} ${textOf(schema.title) ?? ""} ${textOf(schema.description) ?? ""}`;
  if (SMALL_UNITS.test(words.replaceAll("_", " "))) {
    return null;
  }
  const named = words.match(/\b[A-Z]{3}\b/gu)?.find((code) => CURRENCIES.has(code));
  if (named !== undefined) {
    return named;
  }
  const beside = args.currency;
  const isMoney = MONEY_WORDS.test(words);
  return isMoney && typeof beside === "string" && CURRENCIES.has(beside) ? beside : null;
}

function isWide(value: FieldValue): boolean {
  switch (value.kind) {
    case "text":
      return value.text.length > WIDE_TEXT || value.text.includes("\n");
    case "list":
      return value.items.length > 1;
    case "structure":
      return true;
    default:
      return false;
  }
}

function recordOf(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
