/** A key that makes a repeated POST one: 128 random bits, also on a page without https, which has no UUIDs. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
