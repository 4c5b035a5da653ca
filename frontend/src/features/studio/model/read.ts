/** Values of a draft as a form shows them: whatever is not of the wanted kind reads as empty. Pure. */

export function asText(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText) : [];
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A number where the text is one, the text otherwise: what is wrong with it the check says. Empty is nothing. */
export function asNumberOrText(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : text;
}

/** Nothing where the text is empty. */
export function orNothing(text: string): string | undefined {
  return text === "" ? undefined : text;
}
