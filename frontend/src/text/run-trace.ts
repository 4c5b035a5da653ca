/** The words of the waterfall: what stands beside a name, in and beside a bar. */

import { plural } from "@/text/plural";

export const rows = {
  run: (id: string) => `Run ${id}`,
  runNote: "run",
  teamNote: (team: string, version: number) => `${team}, version ${version}`,
  agentNote: (version: number | null) => (version === null ? "agent" : `agent, version ${version}`),
  asks: (count: number) => (count === 1 ? "asks for a tool" : `asks for ${count} tools`),
  answers: "answers",
  thinking: "is asked",
  cutOff: "cut off",
  declined: "declined",
  refused: "answer refused",
  filtered: "stopped by a filter",
  gaveUp: "gave no reply",
  tryOf: (number: number) => `try ${number}`,
  tryFailed: (number: number, why: string) => `try ${number}: ${why}`,
  notAsked: "not asked",
  fallback: (number: number) => `fallback ${number}`,
  awaited: "A reviewer",
  notYet: "has not decided",
  superseded: "void",
  expired: "not decided in time",
  cancelled: "no longer needed",
} as const;

export const bars = {
  waitsFor: (who: string) => `waits for ${who}`,
  waitsForUntil: (who: string, took: string, left: string) => `waits for ${who}, ${took}, expires in ${left}`,
  waitsForOver: (who: string, took: string) => `waits for ${who}, ${took}`,
  waited: (took: string, end: string) => `waited ${took}, ${end}`,
  grace: "time to undo",
  ends: {
    pending: "pending",
    approved: "approved",
    rejected: "rejected",
    expired: "expired",
    superseded: "void",
    cancelled: "not needed",
  },
} as const;

export const axis = {
  now: "now",
  steps: (count: number) => plural(count, "step", "steps"),
  took: "Took",
  tokens: "Tokens",
  cost: "Cost",
} as const;
