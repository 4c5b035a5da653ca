import { boot } from "@/api/boot";
import { cookie } from "@/api/client";

import type { TraceEvent } from "./fold/events";
import type { RunView } from "./fold/view";
import { readEvents } from "./frames";
import { isJsonObject, type Json, type JsonObject } from "./json";
import type { PageAnswer, TicketAnswer } from "./machine/inputs";
import type { SnapshotAnswer } from "./run-entry";
import type { Snapshot } from "./run-state";

/**
 * What the live client asks over REST. A failure is an answer here: the connection's machine decides what
 * comes of it. A session that has ended is told, and what is on the page stays.
 */

const PAGE = 500;
/** Nothing that hangs may hold up the next try. */
const PATIENCE = 10_000;

export async function ticketOf(): Promise<TicketAnswer> {
  const answer = await request("live/tickets", "POST");
  if (answer === null) return { problem: "away" };
  const ticket = isJsonObject(answer.body) ? answer.body["ticket"] : undefined;
  if (answer.status === 201 && typeof ticket === "string") return { ticket };
  if (answer.status === 401) return { problem: "signed_out" };
  if ([403, 404].includes(answer.status)) return { problem: "not_allowed" };
  return { problem: answer.status === 503 ? "unavailable" : "away" };
}

export async function pageOf(run: string, after: number): Promise<PageAnswer> {
  const answer = await request(`runs/${run}/events?after=${after}&limit=${PAGE}`, "GET");
  if (answer?.status === 404) return { problem: "not_found" };
  const body = answer?.status === 200 && isJsonObject(answer.body) ? answer.body : null;
  const events = readEvents(body?.["events"]);
  const last = body?.["last_seq"];
  return events === null || typeof last !== "number" ? { problem: "away" } : { events, last };
}

/** Some events after a seq, for what looks at the events themselves. Null where they could not be read. */
export async function eventsAfter(run: string, after: number, limit: number): Promise<readonly TraceEvent[] | null> {
  const answer = await request(`runs/${run}/events?after=${after}&limit=${limit}`, "GET");
  const body = answer?.status === 200 && isJsonObject(answer.body) ? answer.body : null;
  return readEvents(body?.["events"]);
}

export async function snapshotOf(run: string): Promise<SnapshotAnswer> {
  const answer = await request(`runs/${run}/snapshot`, "GET");
  if (answer?.status === 404) return { problem: "not_found" };
  const body = answer?.body;
  if (answer?.status === 200 && isJsonObject(body)) {
    const { seq, view, partial = null } = body;
    if (typeof seq === "number" && isJsonObject(view)) {
      return { snapshot: { seq, view: view as unknown as RunView, partial: partial as unknown as Snapshot["partial"] } };
    }
  }
  return { problem: "away", error: errorOf(body) };
}

function errorOf(body: Json | undefined): { code: string; message: string } {
  const error: JsonObject = isJsonObject(body) && isJsonObject(body["error"]) ? body["error"] : {};
  const { code, message } = error;
  return {
    code: typeof code === "string" ? code : "no_answer",
    message: typeof message === "string" ? message : "",
  };
}

interface Answer {
  readonly status: number;
  readonly body: Json;
}

async function request(path: string, method: "GET" | "POST"): Promise<Answer | null> {
  const { project, csrf_cookie } = boot();
  const headers: Record<string, string> = { Accept: "application/json", "Baton-Project": project.id };
  if (method === "POST") headers["X-CSRFToken"] = cookie(csrf_cookie);
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`/api/v1/${path}`, { method, headers, credentials: "same-origin", signal });
    return { status: response.status, body: (await response.json()) as Json };
  } catch {
    return null;
  }
}
