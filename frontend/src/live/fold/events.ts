import type { JsonObject } from "../json";

/** One trace event. `at` is RFC 3339 UTC with milliseconds; a kind may be of a later version. */
export interface TraceEvent {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly payload: JsonObject;
}
