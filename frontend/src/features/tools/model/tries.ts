/** What trying a tool is answered with, and how it is asked for. Pure. */

import type { Json } from "@/live/json";

export interface Verdict {
  readonly outcome: "allow" | "ask" | "deny";
  /** The words of the rule; null where none fits. */
  readonly rule: string | null;
}

/** Exactly what would be sent; the digest stands for all of it. */
export interface DryTry {
  readonly digest: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: { readonly name: string; readonly header: string } | null;
  /** The JSON that is sent, as text. */
  readonly body: string | null;
  readonly sentence: string;
  readonly verdict: Verdict;
  /** Why it could be shown, but not be sent from here. */
  readonly problems: readonly { readonly code: string; readonly message: string }[];
}

export interface RealTry {
  readonly status?: number;
  readonly body?: string;
  readonly duration_ms?: number;
  readonly truncated?: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly sent?: boolean;
}

/** Messages about single arguments in a refusal, by argument. */
export function argumentErrors(details: Readonly<Record<string, unknown>>): Record<string, string> {
  const found = Array.isArray(details.problems) ? (details.problems as unknown[]) : [];
  const errors: Record<string, string> = {};
  for (const each of found) {
    if (typeof each !== "object" || each === null || !("path" in each) || !("message" in each)) continue;
    const name = String(each.path).split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~") ?? "";
    errors[name] = errors[name] === undefined ? String(each.message) : `${errors[name]} ${String(each.message)}`;
  }
  return errors;
}

/** A body as it is read: JSON spread out, everything else as it is. */
export function bodyText(text: string): string {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
