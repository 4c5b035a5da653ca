import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, test } from "vitest";

import { events, eventsFrame } from "./machine/play";
import { fold } from "./fold/fold";
import { EMPTY_VIEW } from "./fold/view";
import { LiveContext } from "./live-context";
import { MOST_EVENTS } from "./run-state";
import { type Changes, LiveStore } from "./store";
import { FakeWorld } from "./testing";
import { useChanges } from "./use-changes";
import { useLiveState } from "./use-live-state";
import { useRun } from "./use-run";

const at = "2026-11-30T12:00:00.000Z";
let world: FakeWorld;
let live: LiveStore;

beforeEach(() => {
  world = new FakeWorld();
  live = new LiveStore(world);
  world.snapshots.set("r", { snapshot: { seq: 2, view: { ...EMPTY_VIEW, last_seq: 2 }, partial: null } });
});

async function opened(run = "r"): Promise<() => void> {
  live.start();
  await world.accept();
  const close = live.openRun(run);
  await world.settle();
  world.draw();
  return close;
}

describe("a run that is opened", () => {
  test("begins with its snapshot and goes on after it", async () => {
    live.start();
    await world.accept();
    live.openRun("r");
    expect(live.runState("r").status).toBe("loading");
    await world.settle();
    expect(live.runState("r")).toMatchObject({ status: "ready", seq: 2, isCaughtUp: false });
    expect(world.sent).toContain('{"type":"watch","run":"r","after":2}');

    world.say(eventsFrame("r", 3, 5));
    world.say({ type: "watching", run: "r", last: 5 });
    expect(live.runState("r").seq).toBe(2);
    world.draw();
    expect(live.runState("r")).toMatchObject({ seq: 5, isCaughtUp: true });
    expect(live.runState("r").view).toEqual(fold(events(3, 5), { ...EMPTY_VIEW, last_seq: 2 }));
  });

  test("can be opened before there is a connection", async () => {
    live.openRun("r");
    await world.settle();
    live.start();
    await world.accept();
    expect(world.sent).toContain('{"type":"watch","run":"r","after":2}');
  });

  test("by many is watched once, and let go with the last", async () => {
    const close = await opened();
    const again = live.openRun("r");
    close();
    close();
    await world.pass(5_000);
    expect(world.sent.filter((text) => text.includes("unwatch"))).toEqual([]);
    again();
    await world.pass(5_000);
    expect(world.sent.at(-1)).toBe('{"type":"unwatch","run":"r"}');
    expect(live.runState("r").status).toBe("loading");
  });

  test("closed and opened in the same moment stays as it is", async () => {
    const close = await opened();
    const before = live.runState("r");
    close();
    live.openRun("r");
    await world.pass(5_000);
    expect(live.runState("r")).toBe(before);
  });

  test("that is not there says so", async () => {
    await opened("nobody");
    expect(live.runState("nobody")).toMatchObject({ status: "missing", error: { code: "not_found" } });
  });

  test("that may not be read any more is taken from the page", async () => {
    await opened();
    world.say({ type: "refused", run: "r", code: "not_found" });
    world.draw();
    expect(live.runState("r")).toMatchObject({ status: "missing", seq: 0, view: EMPTY_VIEW });
  });

  test.each(["bad_cursor", "too_many_watches"])("whose place the server does not take (%s) begins anew", async (code) => {
    await opened();
    world.say({ type: "refused", run: "r", code });
    world.snapshots.set("r", { snapshot: { seq: 1, view: EMPTY_VIEW, partial: null } });
    await world.pass(3_000);
    expect(world.sent.at(-1)).toBe('{"type":"watch","run":"r","after":1}');
    expect(live.runState("r")).toMatchObject({ status: "ready", seq: 1 });
  });

  test("that cannot be read now is tried again by itself", async () => {
    world.snapshots.set("r", { problem: "away", error: { code: "no_answer", message: "" } });
    await opened();
    expect(live.runState("r")).toMatchObject({ status: "error", error: { code: "no_answer" } });
    world.snapshots.set("r", { snapshot: { seq: 1, view: EMPTY_VIEW, partial: null } });
    await world.pass(3_000);
    expect(live.runState("r").status).toBe("ready");
  });

  test("shows the text that is being written, from the snapshot on", async () => {
    const partial = { step: "s", attempt: 1, offset: 0, text: "Good " };
    world.snapshots.set("r", { snapshot: { seq: 2, view: EMPTY_VIEW, partial } });
    await opened();
    world.say({ type: "partial", run: "r", step: "s", attempt: 1, offset: 5, text: "day" });
    world.draw();
    expect(live.runState("r").partials.get("s")?.text).toBe("Good day");
  });

  test("keeps what came before and after in order within a picture", async () => {
    await opened();
    const started = { seq: 3, at, kind: "model_call_started", payload: { step: "s", number: 1, model: "m", provider: "p" } };
    const replied = {
      seq: 4, at, kind: "model_call_completed",
      payload: { step: "s", attempt: 1, text: "Hi", calls: [], finish_reason: "stop", usage: {} },
    };
    world.say({ type: "events", run: "r", first: 3, last: 3, events: [started] });
    world.say({ type: "partial", run: "r", step: "s", attempt: 1, offset: 0, text: "H" });
    world.say({ type: "events", run: "r", first: 4, last: 4, events: [replied] });
    world.draw();
    expect(live.runState("r").view.steps[0]?.text).toBe("Hi");
    expect(live.runState("r").partials.size).toBe(0);
  });

  test("lets the oldest events go when there are very many", async () => {
    await opened();
    world.say(eventsFrame("r", 3, MOST_EVENTS + 100));
    world.draw();
    const held = live.runState("r").events;
    expect(held).toHaveLength(MOST_EVENTS);
    expect(held.at(-1)?.seq).toBe(MOST_EVENTS + 100);
  });
});

test("2,000 events a second are drawn once per picture, not once per frame", async () => {
  await opened();
  let drawn = 0;
  live.watchRun("r", () => (drawn += 1));
  let seq = 2;
  for (let picture = 0; picture < 60; picture += 1) {
    for (let frame = 0; frame < 33; frame += 1) world.say(eventsFrame("r", ++seq, seq));
    expect(world.draw()).toBe(1);
  }
  expect(drawn).toBe(60);
  expect(live.runState("r").seq).toBe(seq);
});

test("many runs at once are asked for as fast as the server takes it", async () => {
  live.start();
  await world.accept();
  for (let run = 0; run < 40; run += 1) {
    world.snapshots.set(`r${run}`, { snapshot: { seq: 0, view: EMPTY_VIEW, partial: null } });
    live.openRun(`r${run}`);
  }
  await world.settle();
  expect(world.sent.length).toBeLessThanOrEqual(15);
  await world.pass(4_000);
  expect(world.sent.filter((text) => text.includes('"watch"'))).toHaveLength(40);
});

test("frames that cannot be read are counted", async () => {
  await opened();
  world.say("{");
  world.say("later");
  expect(live.unreadable).toBe(2);
});

test("a page that was away catches up when it is looked at", async () => {
  await opened();
  world.hangUp();
  expect(live.liveState().status).toBe("connecting");
  await world.pass(2_500);
  expect(live.liveState().status).toBe("away");
  world.look("woken");
  await world.accept();
  expect(live.liveState().status).toBe("live");
  expect(world.sent.at(-1)).toBe('{"type":"watch","run":"r","after":2}');
});

test("without sockets it goes on by a stream", async () => {
  live.start();
  for (let round = 0; round < 2; round += 1) {
    await world.settle();
    world.hangUp();
    await world.pass(1_000);
  }
  expect(world.opened).toEqual(["socket", "socket", "stream"]);
});

describe("hooks", () => {
  function Page({ onChange }: { onChange: (changes: Changes) => void }) {
    const run = useRun("r");
    const { status } = useLiveState();
    useChanges(onChange);
    return <p>{`${status} ${run.status} ${run.seq}`}</p>;
  }

  it("show the run, the connection and what has changed", async () => {
    const changes: Changes[] = [];
    live.start();
    const page = render(
      <LiveContext value={live}>
        <Page onChange={(each) => changes.push(each)} />
      </LiveContext>,
    );
    expect(screen.getByText("connecting loading 0")).toBeTruthy();
    await act(() => world.accept());
    await act(() => world.settle());
    expect(screen.getByText("live ready 2")).toBeTruthy();
    act(() => {
      world.say(eventsFrame("r", 3, 4));
      world.draw();
    });
    expect(screen.getByText("live ready 4")).toBeTruthy();
    expect(changes).toEqual([{ runs: [], approvals: true, all: true }]);
    page.unmount();
    world.say({ type: "changed", runs: [], approvals: true, all: false });
    expect(changes).toHaveLength(1);
  });

  it("need a live page around them", () => {
    expect(() => render(<Page onChange={() => undefined} />)).toThrow("LiveContext");
  });
});
