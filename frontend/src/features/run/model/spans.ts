/** The waterfall of a run as a tree: what there was and when, before anybody knows how wide the screen is. */

import type { CostView } from "@/live/fold/view";
import type { Tone } from "@/ui/status-look";

export type RowKind = "run" | "agent" | "task" | "model" | "try" | "read" | "tool" | "person";

/** `frame` holds others; `wait` is time of people; in its `grace` a decision can be taken back; `point` has no length. */
export type BarKind = "frame" | "model" | "tool" | "failed" | "wait" | "waited" | "grace" | "point";

export interface Bar {
  readonly kind: BarKind;
  /** Milliseconds since the run was created. */
  readonly from: number;
  /** Null: it goes on. */
  readonly to: number | null;
  /** Of a wait: when nobody may decide any more. */
  readonly expires: number | null;
  /** How a wait ended; empty elsewhere. */
  readonly end: string;
}

export interface Row {
  readonly id: string;
  /** What `?step=` selects; null for the run and the agent. */
  readonly step: string | null;
  readonly kind: RowKind;
  readonly name: string;
  /** Written by a machine: a tool's name. */
  readonly mono: boolean;
  readonly note: string;
  /** What is out of the ordinary and no state: a fallback answered. */
  readonly mark: string | null;
  /** Only what is not a success has a shape. */
  readonly tone: Tone | null;
  readonly bars: readonly Bar[];
  readonly tokens: number | null;
  /** Some attempt did not say how many. */
  readonly tokensUnknown: boolean;
  readonly tookMs: number | null;
  readonly cost: CostView;
  readonly children: readonly Row[];
}

export function bar(kind: BarKind, from: number, to: number | null, more: Partial<Bar> = {}): Bar {
  const start = Math.max(0, from);
  return { kind, from: start, to: to === null ? null : Math.max(start, to), expires: null, end: "", ...more };
}
