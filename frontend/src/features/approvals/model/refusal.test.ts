import { expect, it } from "vitest";

import { ApiError, type ApiProblem } from "@/api/errors";

import { refusalOf } from "./refusal";

function failure(change: Partial<ApiProblem>): ApiError {
  return new ApiError({ status: 409, code: "conflict", message: "No.", details: {}, requestId: "r-1", ...change });
}

it("says who was quicker, with what, and when", () => {
  const details = { by: "Kofi Larsen", at: "2026-11-30T12:00:00Z", decision: "reject" };

  expect(refusalOf(failure({ code: "approval_already_decided", details }))).toEqual({
    kind: "quicker",
    by: "Kofi Larsen",
    decision: "reject",
    at: "2026-11-30T12:00:00Z",
  });
});

it("has a kind for each way a decision can end in nothing", () => {
  const kinds = [
    failure({ status: 410, code: "approval_expired" }),
    failure({ code: "approval_superseded" }),
    failure({ code: "approval_digest_mismatch" }),
    failure({ status: 412, code: "version_conflict" }),
    failure({ code: "run_not_waiting", details: { status: "cancelled" } }),
    failure({ status: 403, code: "not_a_reviewer" }),
    failure({ code: "too_late_to_undo" }),
    failure({ status: 404, code: "not_found" }),
    failure({ status: 0, code: "" }),
    failure({ status: 503, code: "unavailable" }),
    failure({ status: 401, code: "forbidden" }),
    new TypeError("the answer was no JSON"),
    failure({ status: 500, code: "internal_error" }),
  ].map((each) => refusalOf(each).kind);

  expect(kinds).toEqual([
    "expired",
    "superseded",
    "changed",
    "changed",
    "not_waiting",
    "forbidden",
    "too_late",
    "missing",
    "away",
    "away",
    "signed_out",
    "away",
    "other",
  ]);
});
