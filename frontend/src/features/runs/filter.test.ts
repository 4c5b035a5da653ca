// @vitest-environment node
import { describe, expect, it } from "vitest";

import {
  filterFromText,
  parametersFrom,
  queryFrom,
  searchFrom,
  stillFits,
  textOfFilter,
  withFilter,
  withoutFilter,
  type RunFilter,
} from "@/features/runs/filter";
import { suggestionsFor } from "@/features/runs/filter-suggestions";
import { viewOf, views } from "@/features/runs/views";
import { runOf } from "@/features/runs/testing";

const known = { agents: ["refund-desk", "research"], requesters: ["Ana Ruiz"], errors: ["budget_exceeded"] };

describe("the address", () => {
  it("and the query are the same thing", () => {
    const search = { status: "failed,timed_out", agent: "refund-desk", ended: "today", q: "torn seam" };

    expect(searchFrom(queryFrom(search))).toEqual(search);
  });

  it("of strangers is read with care", () => {
    const query = queryFrom({ status: "failed,<script>", waiting_for: "nonsense", created: "someday", peek: "x", q: 7 });

    expect(query).toEqual({ filters: [{ field: "status", values: ["failed"] }], words: "" });
  });
});

describe("what is typed", () => {
  it.each<[string, RunFilter]>([
    ["status is failed", { field: "status", values: ["failed"] }],
    ["status:failed,timed out", { field: "status", values: ["failed", "timed_out"] }],
    ["Status is Needs attention", { field: "status", values: ["needs_attention"] }],
    ["waits for approval, input", { field: "waiting_for", values: ["approval", "input"] }],
    ["agent is refund-desk", { field: "agent", values: ["refund-desk"] }],
    ["agent:Refund desk", { field: "agent", values: ["Refund desk"] }],
    ["started by Ana Ruiz", { field: "requester", values: ["Ana Ruiz"] }],
    ["error is tool_timeout", { field: "error", values: ["tool_timeout"] }],
    ["created today", { field: "created", values: ["today"] }],
    ["created in the last 7 days", { field: "created", values: ["7d"] }],
    ["ended 2026-11-28", { field: "ended", values: ["2026-11-28"] }],
  ])("%s is a filter", (text, filter) => {
    expect(filterFromText(text)).toEqual(filter);
  });

  it.each(["torn seam", "status", "status is", "status is wobbly", "created someday", "ended 2026-13-45", "agentic is nice"])("%s is words", (text) => {
    expect(filterFromText(text)).toBeUndefined();
  });

  it.each<RunFilter>([
    { field: "status", values: ["failed", "timed_out"] },
    { field: "waiting_for", values: ["approval"] },
    { field: "requester", values: ["Ana Ruiz"] },
    { field: "created", values: ["24h"] },
  ])("a token becomes text that means the same: $field", (filter) => {
    expect(filterFromText(textOfFilter(filter))).toEqual(filter);
  });
});

describe("proposals", () => {
  it("are fields while nothing is typed", () => {
    expect(suggestionsFor("", known).map((each) => each.kind)).toEqual(Array(7).fill("field"));
  });

  it("are values once a field is named", () => {
    expect(suggestionsFor("status is fai", known).map((each) => each.text)).toEqual(["status is failed"]);
    expect(suggestionsFor("agent is re", known).map((each) => each.text)).toEqual(["agent is re", "agent is refund-desk", "agent is research"]);
  });

  it("keep the values before the comma", () => {
    expect(suggestionsFor("status is failed, timed", known)[0]?.text).toBe("status is failed, timed out");
  });

  it("are the words themselves first, then filters that begin so", () => {
    expect(suggestionsFor("fail", known).map((each) => each.text)).toEqual(["Words “fail”", "status is failed"]);
  });
});

describe("a query", () => {
  it("takes several values of a status and one of anything else", () => {
    const query = withFilter(withFilter(queryFrom({ status: "failed", agent: "a" }), { field: "status", values: ["failed", "rejected"] }), {
      field: "agent",
      values: ["b"],
    });

    expect(searchFrom(query)).toEqual({ status: "failed,rejected", agent: "b" });
  });

  it("loses one filter and keeps the others", () => {
    expect(searchFrom(withoutFilter(queryFrom({ status: "failed", agent: "a", q: "x" }), "status"))).toEqual({ agent: "a", q: "x" });
  });
});

describe("what the server is asked", () => {
  const now = new Date(2026, 10, 30, 14, 31).getTime();

  it("begins today at the viewer's midnight, midnight itself included", () => {
    expect(parametersFrom(queryFrom({ created: "today" }), now)).toEqual({
      created_after: new Date(new Date(2026, 10, 30).getTime() - 1).toISOString(),
    });
  });

  it("ends a day where the next begins", () => {
    expect(parametersFrom(queryFrom({ ended: "2026-11-28" }), now)).toEqual({
      ended_after: new Date(new Date(2026, 10, 28).getTime() - 1).toISOString(),
      ended_before: new Date(2026, 10, 29).toISOString(),
    });
  });

  it("has words and lists as they are", () => {
    expect(parametersFrom(queryFrom({ status: "failed,rejected", q: " torn seam ", created: "24h" }), now)).toEqual({
      status: "failed,rejected",
      q: "torn seam",
      created_after: new Date(now - 86_400_000).toISOString(),
    });
  });
});

describe("a run still fits", () => {
  it("by its state, what it waits for, its error and that it ended", () => {
    const failed = runOf({ status: "failed", error: { code: "tool_timeout", message: "" }, ended_at: "2026-11-30T13:00:00Z" });
    const waiting = runOf({ status: "waiting", waiting_for: ["approval"] });

    expect(stillFits(failed, queryFrom({ status: "failed", error: "tool_timeout", ended: "today" }))).toBe(true);
    expect(stillFits(waiting, queryFrom({ status: "failed" }))).toBe(false);
    expect(stillFits(waiting, queryFrom({ waiting_for: "approval,input" }))).toBe(true);
    expect(stillFits(failed, queryFrom({ waiting_for: "approval" }))).toBe(false);
    expect(stillFits(waiting, queryFrom({ agent: "anything", q: "words" }))).toBe(true);
  });
});

describe("a view", () => {
  it.each(views.map((view) => [view.id, view.search] as const))("%s is what its link opens", (id, search) => {
    expect(viewOf(queryFrom(search))).toBe(id);
  });

  it("stays open when more filters narrow it", () => {
    expect(viewOf(queryFrom({ status: "running", agent: "refund-desk", q: "parka" }))).toBe("running");
  });
});
