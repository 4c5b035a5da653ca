/** A refusal of the server, with its code: a client branches on codes and shows messages. */

export interface ApiProblem {
  status: number;
  code: string;
  message: string;
  requestId: string;
  /** The field of the request that is wrong. */
  field?: string | undefined;
  retryAfter?: number | undefined;
  details: Readonly<Record<string, unknown>>;
}

/** Raised by every call that was not answered with what was asked for. Status 0: there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds. */
  readonly at: number;

  constructor(problem: ApiProblem) {
    super(problem.message);
    this.name = "ApiError";
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.field = problem.field;
    this.retryAfter = problem.retryAfter;
    this.details = problem.details;
    this.at = Date.now();
  }
}

/** The error of an answer: the envelope where there is one, else what a proxy or a broken line leaves to say. */
export function problemOf(status: number, body: unknown, requestId: string): ApiProblem {
  const found = isRecord(body) && isRecord(body.error) ? body.error : {};
  const text = (key: string) => (typeof found[key] === "string" ? found[key] : undefined);
  return {
    status,
    code: text("code") ?? "no_answer",
    message: text("message") ?? "",
    requestId: text("request_id") ?? requestId,
    field: text("field"),
    retryAfter: typeof found.retry_after === "number" ? found.retry_after : undefined,
    details: isRecord(found.details) ? found.details : {},
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
