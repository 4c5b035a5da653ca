/** The schema of an answer as text that can be half written, and back. Pure. */

/** As people read it; empty where there is none. */
export function textOfSchema(schema: unknown): string {
  return schema === undefined || schema === null ? "" : JSON.stringify(schema, null, 2);
}

/** The object that the text says; undefined while it says none. */
export function schemaIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
