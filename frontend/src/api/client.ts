/** The REST interface with its types. `ask` gives the answer or raises an `ApiError`. */

import createClient, { type Middleware } from "openapi-fetch";

import { boot } from "@/api/boot";
import { ApiError, problemOf } from "@/api/errors";
import type { paths } from "@/api/schema";
import { state } from "@/text/common";
import { setClockOffset } from "@/ui/now";
import { signInAgain } from "@/ui/sign-in";

/** The header has whole seconds, and the answer was under way. */
const CLOCK_MS = 3000;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const headers: Middleware = {
  onRequest({ request }) {
    const { project, csrf_cookie } = boot();
    request.headers.set("Baton-Project", project.id);
    request.headers.set("Accept", "application/json");
    if (!SAFE.has(request.method)) request.headers.set("X-CSRFToken", cookie(csrf_cookie));
    return request;
  },
  onResponse({ request, response }) {
    followClock(response.headers.get("Date"));
    if (SAFE.has(request.method)) followSession(response);
  },
};

let isPageRead = false;

/** A page that could read nothing yet leads to the sign-in page; one that people look at or type in stays. */
function followSession({ ok, status }: Response): void {
  if (ok) isPageRead = true;
  else if (status === 401 && !isPageRead) signInAgain();
}

/** Expiry is judged by the server's clock: one that is off by more than the header can say is corrected. */
function followClock(date: string | null): void {
  const ahead = date === null ? NaN : Date.parse(date) - Date.now();
  if (Math.abs(ahead) > CLOCK_MS) setClockOffset(ahead);
  else if (!Number.isNaN(ahead)) setClockOffset(0);
}

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  // Looked up at each call, so that a test can stand in for it.
  fetch: (request) => fetch(request),
});
api.use(headers);

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer. That a session has ended is said in place. */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const answer = await answered(call);
  if (answer.response.ok) return answer.data as Data;
  const requestId = answer.response.headers.get("X-Request-ID") ?? "";
  const problem = problemOf(answer.response.status, answer.error, requestId);
  const message = problem.status === 401 ? state.signedOut : problem.message;
  throw new ApiError({ ...problem, message: message === "" ? state.away : message });
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await fetch("/sign-out/", {
    method: "POST",
    credentials: "same-origin",
    headers: { "X-CSRFToken": cookie(boot().csrf_cookie) },
  });
  window.location.assign("/sign-in/");
}

/** The value of a cookie that scripts may read. */
export function cookie(name: string): string {
  const start = `${name}=`;
  const found = document.cookie.split("; ").find((each) => each.startsWith(start));
  return decodeURIComponent(found?.slice(start.length) ?? "");
}

async function answered<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, code: "no_answer", message: state.away, requestId: "", details: {} });
  }
}
