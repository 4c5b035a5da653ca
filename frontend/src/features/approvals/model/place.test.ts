import { expect, it } from "vitest";

import { queryOf, readPlace, writePlace } from "./place";

it("reads any address, and writes the shortest that says the same", () => {
  const read = (search: Record<string, unknown>) => writePlace(readPlace(search));

  expect(read({})).toEqual({});
  expect(read({ view: "mine", q: "" })).toEqual({});
  expect(read({ view: "nonsense", q: 1042 })).toEqual({ q: "1042" });
  expect(read({ view: "decided", by: "me" })).toEqual({ view: "decided", by: "me" });
  expect(read({ view: "all", by: "me" })).toEqual({ view: "all" });
});

it("asks the server for what the view shows", () => {
  expect(queryOf(readPlace({}), "me")).toEqual({ state: "pending", sort: "urgent" });
  expect(queryOf(readPlace({ view: "high", q: " maya " }), "me")).toEqual({
    state: "pending",
    sort: "urgent",
    risk: "high",
    q: "maya",
  });
  expect(queryOf(readPlace({ view: "decided", by: "me" }), "me")).toEqual({
    state: "approved,rejected,expired,superseded,cancelled",
    sort: "newest",
    decided_by: "me",
  });
});
