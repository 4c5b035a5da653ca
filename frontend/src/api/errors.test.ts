// @vitest-environment node
import { describe, expect, it } from "vitest";

import { problemOf } from "@/api/errors";

describe("a refusal", () => {
  it("is what its envelope says", () => {
    const body = {
      error: { code: "approval_already_decided", message: "Decided by Kofi.", request_id: "r1", field: "digest", retry_after: 3, details: { by: "Kofi" } },
    };

    expect(problemOf(409, body, "header")).toEqual({
      status: 409,
      code: "approval_already_decided",
      message: "Decided by Kofi.",
      requestId: "r1",
      field: "digest",
      retryAfter: 3,
      details: { by: "Kofi" },
    });
  });

  it.each([undefined, null, "<html>502</html>", {}, { error: "broken" }, { error: { code: 7 } }])("without an envelope keeps the status and the id of the request: %j", (body) => {
    expect(problemOf(502, body, "header")).toEqual({
      status: 502,
      code: "no_answer",
      message: "",
      requestId: "header",
      field: undefined,
      retryAfter: undefined,
      details: {},
    });
  });
});
