import { describe, expect, it } from "vitest";

import { instant } from "@/features/run/model/instants";
import { oneSentence } from "@/features/run/model/one-sentence";
import { entryOf } from "@/features/run/model/places";
import { findInRows, findInStory, textsOfSteps } from "@/features/run/model/search";
import type { Row } from "@/features/run/model/spans";
import { tellStory } from "@/features/run/model/story";
import { timeSpent } from "@/features/run/model/time-spent";
import { tookPart } from "@/features/run/model/took-part";
import { seenRows } from "@/features/run/model/tree";
import { waterfall } from "@/features/run/model/waterfall";
import type { TraceEvent } from "@/live/fold/events";
import { evolve } from "@/live/fold/fold";
import { storedTraces, TRACE_FILES } from "@/live/fold/fixtures";
import { EMPTY_VIEW, type RunView } from "@/live/fold/view";
import { plain } from "@/text/phrase";

/** Every view on the way of a trace, as a watcher sees them. */
function* views(events: Iterable<TraceEvent>): Generator<RunView> {
  let view = EMPTY_VIEW;
  for (const event of events) {
    view = evolve(view, event);
    yield view;
  }
}

function checkRow(row: Row): void {
  for (const { from, to } of row.bars) {
    expect(from).toBeGreaterThanOrEqual(0);
    if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
  }
  row.children.forEach(checkRow);
}

describe.each(TRACE_FILES)("every state of every run in %s", (file) => {
  const traces = storedTraces(file);

  it("is told in sentences with keys of their own, none before its cause", () => {
    for (const trace of traces) {
      for (const view of views(trace.events)) {
        const items = tellStory(view);
        expect(new Set(items.map((each) => each.key)).size).toBe(items.length);
        expect(items.filter((each) => plain(each.sentence).trim() === "")).toEqual([]);
        const times = items.slice(1).flatMap((each) => instant(each.at) ?? []);
        expect(times).toEqual(view.ended_at === null ? [...times].sort((one, other) => one - other) : times);
      }
    }
  });

  it("is laid out in rows with ids of their own and no length below zero", () => {
    for (const trace of traces) {
      for (const view of views(trace.events)) {
        const root = waterfall(view, "abc123");
        const rows = seenRows(root, new Set());
        expect(new Set(rows.map((each) => each.row.id)).size).toBe(rows.length);
        if (root !== null) checkRow(root);
      }
    }
  });

  it("has parts of time that add up, a sentence, and those who took part", () => {
    for (const trace of traces) {
      for (const view of views(trace.events)) {
        const spent = timeSpent(view, view.ended_at ?? "2027-01-01T00:00:00.000Z");
        expect(spent.queued + spent.working + spent.people).toBeLessThanOrEqual(spent.whole);
        expect(plain(oneSentence(view, true))).not.toBe("");
        expect(new Set(tookPart(view).map((each) => each.id)).size).toBe(tookPart(view).length);
      }
    }
  });

  it("can be searched, and each row leads to an entry of the story", () => {
    for (const trace of traces) {
      const view = [...views(trace.events)].at(-1) ?? EMPTY_VIEW;
      const [items, root] = [tellStory(view), waterfall(view, "abc123")];
      expect(findInRows(root, textsOfSteps(view), "(.*[")).toEqual([]);
      expect(findInStory(items, " ")).toEqual([]);
      // A record that contradicts itself may hold calls that no model call asked for.
      if (file.includes("odd")) continue;
      for (const call of view.calls) expect(entryOf(items, view, call.id)).not.toBeNull();
    }
  });
});
