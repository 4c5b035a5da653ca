import { expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";
import { ticketOf } from "@/live/rest";

it.each([
  [401, "signed_out"],
  [403, "not_allowed"],
  [404, "not_allowed"],
  [503, "unavailable"],
  [500, "away"],
])("a ticket that is answered with %i is %s", async (status, problem) => {
  setBoot({ project: { id: "p" }, csrf_cookie: "csrf" } as unknown as Parameters<typeof setBoot>[0]);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({}, { status })));
  expect(await ticketOf()).toEqual({ problem });
});
