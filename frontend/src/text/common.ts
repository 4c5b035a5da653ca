/** Words that more than one screen says: states, risk, times, controls. */

import { plural } from "@/text/plural";

export const status = {
  queued: "Queued",
  running: "Running",
  waiting: "Waiting",
  cancelling: "Cancelling",
  needs_attention: "Needs attention",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  timed_out: "Timed out",
  rejected: "Rejected",
} as const;

export const waiting = {
  approval: "Waiting for approval",
  review: "Waiting for review",
  input: "Waiting for input",
  child: "Waiting for a task",
  peer: "Waiting for a peer",
  timer: "Waiting for its time",
  budget: "Waiting for budget",
  names: (names: string) => `Waiting for ${names}`,
  until: (time: string) => `Waits until ${time}`,
} as const;

export const call = {
  proposed: "Proposed",
  awaiting: "Waiting for approval",
  allowed: "Allowed",
  denied: "Denied",
  executing: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  unknown: "Outcome unknown",
  rejected: "Rejected",
  expired: "Expired",
  superseded: "Superseded",
  cancelled: "Cancelled",
} as const;

export const approval = {
  pending: "Waiting for approval",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  superseded: "Superseded",
  cancelled: "Cancelled",
} as const;

export const risk = { low: "Low risk", medium: "Medium risk", high: "High risk" } as const;

export const time = {
  now: "just now",
  ago: (words: string) => `${words} ago`,
  left: (words: string) => `${words} left`,
  expired: "expired",
  at: (words: string, clock: string) => `${words}, at ${clock}`,
  exact: (local: string, utc: string) => `${local} · ${utc} UTC`,
  seconds: (value: string) => `${value} s`,
  minutes: (value: number) => `${value} min`,
  hours: (value: number) => `${value} h`,
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${String(minutes).padStart(2, "0")}`,
  days: (value: number) => plural(value, "day", "days"),
  none: "–",
} as const;

export const act = {
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  undo: "Undo",
  retry: "Try again",
  copyDetails: "Copy details",
  clearAll: "Clear all",
  dropFilter: "Drop that filter",
  more: "More",
  copy: (what: string) => `Copy ${what}`,
  copied: "Copied",
  remove: (what: string) => `Remove ${what}`,
  dismiss: "Dismiss",
} as const;

export const state = {
  loading: "Loading",
  messages: "Messages",
  optional: "optional",
  fixed: "fixed",
  away: "Baton did not answer.",
  signedOut: "You are signed out. Sign in in another tab, then press again: nothing you typed is lost.",
  signInElsewhere: "Sign in in a new tab",
  awayDetail: "Nothing is lost: what was stored stays stored, and runs go on.",
  problem: (status: number, request: string, time: string) =>
    request === "" ? `${status} · ${time}` : `${status} · request ${request} · ${time}`,
  problemOffline: (time: string) => `no answer · ${time}`,
  resize: (what: string) => `Width of ${what}`,
  hiddenSign: (code: string) => `A sign that cannot be seen, U+${code}`,
  agent: (name: string) => `${name}, an agent`,
} as const;

/** Names of keys as they stand on a keyboard. */
export const keyNames: Readonly<Record<string, string>> = {
  Mod: "Ctrl",
  Enter: "↵",
  Escape: "Esc",
  " ": "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
