/** A new API key as it is typed. Pure: now is a parameter. */

import { apiKeys as words } from "@/text/settings-keys";

export type EndChoice = keyof typeof words.ends;

export interface KeyForm {
  name: string;
  scopes: readonly string[];
  end: EndChoice;
  /** `2027-02-28`, where the end is on a day. */
  day: string;
}

export type KeyErrors = Partial<Record<"name" | "scopes" | "day", string>>;
export type ScopeGroup = keyof typeof words.groups;

const DAY_MS = 86_400_000;
const STARTS = ["agents:read", "tools:read", "policies:read", "runs:read", "approvals:read", "runs:start", "runs:cancel"];

/** A service starts runs and reads what they did; it ends in a season. */
export function newKeyForm(own: readonly string[]): KeyForm {
  return { name: "", scopes: STARTS.filter((scope) => own.includes(scope)), end: "90", day: "" };
}

export function errorsOfKey(form: KeyForm, now: number): KeyErrors {
  const errors: KeyErrors = {};
  if (form.name.trim() === "") errors.name = words.needName;
  if (form.scopes.length === 0) errors.scopes = words.needScope;
  return { ...errors, ...errorsOfEnd(form, now) };
}

export function errorsOfEnd(form: Pick<KeyForm, "end" | "day">, now: number): KeyErrors {
  const end = endOf(form, now);
  return form.end === "day" && (end === undefined || end === null || Date.parse(end) <= now) ? { day: words.needDay } : {};
}

/** When the key ends, as the server takes it: null never, undefined where no day was chosen. */
export function endOf({ end, day }: Pick<KeyForm, "end" | "day">, now: number): string | null | undefined {
  if (end === "never") return null;
  if (end !== "day") return new Date(now + Number(end) * DAY_MS).toISOString();
  // The end of that day where the person is.
  const at = Date.parse(`${day}T23:59:59`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Scopes by what they are about, in the order of the list; only those there are. */
export function grouped(scopes: readonly string[]): readonly (readonly [ScopeGroup, readonly string[]])[] {
  const groups: readonly ScopeGroup[] = ["read", "runs", "decide", "build", "administer"];
  return groups
    .map((group) => [group, scopes.filter((scope) => groupOf(scope) === group)] as const)
    .filter(([, found]) => found.length > 0);
}

function groupOf(scope: string): ScopeGroup {
  if (scope.endsWith(":read")) return "read";
  if (scope.startsWith("runs:")) return "runs";
  if (scope === "approvals:decide") return "decide";
  return scope.endsWith(":manage") ? "administer" : "build";
}
