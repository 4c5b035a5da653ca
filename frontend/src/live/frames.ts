import { type Json, isJsonObject, type JsonObject } from "./json";
import type { TraceEvent } from "./fold/events";
import { RUN_STATUSES, type RunStatus, type WaitingFor, WAITS } from "./fold/words";

/** What the browser says to the server. */
export type ClientFrame =
  | { readonly type: "hello"; readonly ticket: string }
  | { readonly type: "watch"; readonly run: string; readonly after: number }
  | { readonly type: "unwatch"; readonly run: string }
  | { readonly type: "ping" };

export interface EventsFrame {
  readonly type: "events";
  readonly run: string;
  readonly first: number;
  readonly last: number;
  readonly events: readonly TraceEvent[];
}

export interface PartialFrame {
  readonly type: "partial";
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  /** Where in the text of the step the piece begins, in code points; 0 begins anew. */
  readonly offset: number;
  readonly text: string;
}

export interface ChangedRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly waiting_for: readonly WaitingFor[];
  readonly seq: number;
}

export interface ChangedFrame {
  readonly type: "changed";
  readonly runs: readonly ChangedRun[];
  readonly approvals: boolean;
  /** Something may have been missed: every list is to be read again. */
  readonly all: boolean;
}

/** What the server says to the browser, on the socket and on a stream. */
export type ServerFrame =
  | { readonly type: "welcome"; readonly now: string }
  | EventsFrame
  | { readonly type: "watching"; readonly run: string; readonly last: number }
  | PartialFrame
  | { readonly type: "resync"; readonly run: string; readonly after: number }
  | ChangedFrame
  | { readonly type: "refused"; readonly run: string; readonly code: string }
  | { readonly type: "closed"; readonly code: number }
  | { readonly type: "pong" };

/** The frame that a text is. Null where it is none that this version can read: the caller counts those. */
export function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== "string") return null;
  try {
    const data: unknown = JSON.parse(text);
    return isJsonObject(data) ? shape(data) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NotAFrame) return null;
    throw error;
  }
}

/** Events as JSON holds them: each with its seq, time and kind, without a gap. Null where they are not. */
export function readEvents(value: Json | undefined): readonly TraceEvent[] | null {
  if (!Array.isArray(value)) return null;
  const events = (value as readonly Json[]).map(readEvent);
  const first = events[0]?.seq ?? 0;
  return events.every((event, index) => event?.seq === first + index) ? (events as TraceEvent[]) : null;
}

function readEvent(value: Json): TraceEvent | null {
  if (!isJsonObject(value)) return null;
  const { seq, at, kind, payload } = value;
  if (!isCount(seq) || typeof at !== "string" || typeof kind !== "string" || !isJsonObject(payload)) {
    return null;
  }
  return { seq, at, kind, payload };
}

class NotAFrame extends Error {}

function shape(data: JsonObject): ServerFrame | null {
  switch (data["type"]) {
    case "welcome":
      return { type: "welcome", now: text(data, "now") };
    case "events":
      return eventsFrame(data);
    case "watching":
      return { type: "watching", run: text(data, "run"), last: count(data, "last") };
    case "partial":
      return {
        type: "partial",
        run: text(data, "run"),
        step: text(data, "step"),
        attempt: count(data, "attempt"),
        offset: count(data, "offset"),
        text: text(data, "text"),
      };
    case "resync":
      return { type: "resync", run: text(data, "run"), after: count(data, "after") };
    case "changed":
      return changedFrame(data);
    case "refused":
      return { type: "refused", run: text(data, "run"), code: text(data, "code") };
    case "closed":
      return { type: "closed", code: count(data, "code") };
    case "pong":
      return { type: "pong" };
    default:
      return null;
  }
}

function eventsFrame(data: JsonObject): EventsFrame {
  const [first, last] = [count(data, "first"), count(data, "last")];
  const events = readEvents(data["events"]);
  if (events === null || events.length === 0 || events[0]?.seq !== first || events.at(-1)?.seq !== last) {
    throw new NotAFrame("events with a gap");
  }
  return { type: "events", run: text(data, "run"), first, last, events };
}

function changedFrame(data: JsonObject): ChangedFrame {
  const runs = data["runs"];
  if (!Array.isArray(runs)) throw new NotAFrame("no list of runs");
  return {
    type: "changed",
    runs: (runs as readonly Json[]).map(changedRun),
    approvals: data["approvals"] === true,
    all: data["all"] === true,
  };
}

function changedRun(value: Json): ChangedRun {
  if (!isJsonObject(value)) throw new NotAFrame("no run");
  const status = RUN_STATUSES.find((each) => each === value["status"]);
  const waiting = value["waiting_for"];
  if (status === undefined || !Array.isArray(waiting)) throw new NotAFrame("a status of another version");
  return {
    id: text(value, "id"),
    status,
    waiting_for: WAITS.filter((each) => (waiting as readonly Json[]).includes(each)),
    seq: count(value, "seq"),
  };
}

function text(data: JsonObject, field: string): string {
  const value = data[field];
  if (typeof value !== "string") throw new NotAFrame(field);
  return value;
}

function count(data: JsonObject, field: string): number {
  const value = data[field];
  if (!isCount(value)) throw new NotAFrame(field);
  return value;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
