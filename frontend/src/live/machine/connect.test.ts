import { describe, expect, it, test } from "vitest";

import { Play } from "./play";
import { pause, TIMES } from "./times";

describe("connecting", () => {
  test("a ticket, a handshake, a hello, a welcome: then it is live and asks for its runs", () => {
    const play = new Play().tell({ type: "watch", run: "r", after: 7 }).tell({ type: "start" });
    expect(play.taken("fetch_ticket")).toEqual([{ do: "fetch_ticket", attempt: 1 }]);

    play.ticket();
    expect(play.take()).toEqual([
      { do: "open_socket", attempt: 1 },
      { do: "send", frame: { type: "hello", ticket: "t" } },
    ]);

    play.opened();
    expect(play.machine.live.status).toBe("connecting");

    play.frame({ type: "welcome", now: "" });
    const done = play.take();
    expect(done).toContainEqual({ do: "send", frame: { type: "watch", run: "r", after: 7 } });
    expect(done).toContainEqual({ do: "tell_changed", changed: { runs: [], approvals: true, all: true } });
    expect(play.machine.live).toEqual({ status: "live", since: 0, via: "socket" });
  });

  test("what an older try brings is ignored", () => {
    const play = new Play().live();
    const before = play.machine;
    play.tell({ type: "closed", attempt: 0, code: 1006 });
    play.tell({ type: "ticket", attempt: 0, answer: { ticket: "old" } });
    expect(play.machine).toBe(before);
  });

  test("starting twice is starting once", () => {
    const play = new Play().tell({ type: "start" }).tell({ type: "start" });
    expect(play.taken("fetch_ticket")).toHaveLength(1);
  });

  test("a handshake that never ends is given up", () => {
    const play = new Play().tell({ type: "start" }).ticket();
    play.take();
    play.wait(TIMES.greet).tell({ type: "timer", name: "greet" });
    expect(play.machine.phase).toBe("pausing");
    expect(play.taken("close")).toHaveLength(1);
  });

  test("a server that does not answer at all is tried again on the same way", () => {
    const play = new Play().tell({ type: "start" });
    for (let failures = 1; failures <= 5; failures += 1) {
      play.take();
      play.noTicket("away");
      expect(play.machine).toMatchObject({ phase: "pausing", via: "socket", refusals: 0 });
      expect(play.taken("set_timer")).toContainEqual({ do: "set_timer", name: "retry", ms: pause(failures), jitter: true });
      play.tell({ type: "timer", name: "retry" });
    }
  });

  test.each([
    ["not_allowed", "away"],
    ["signed_out", "signed_out"],
  ] as const)("whoever may not listen (%s) is not asked for again until they come back", (problem, status) => {
    const play = new Play().tell({ type: "start" });
    play.take();
    play.noTicket(problem);
    expect(play.machine.live.status).toBe(status);
    expect(play.taken("set_timer")).toEqual([]);
    play.wait(TIMES.wokenAgain).tell({ type: "woken" });
    expect(play.taken("fetch_ticket")).toHaveLength(1);
  });

  test("signed out is told once, and is over with the first ticket after signing in elsewhere", () => {
    const play = new Play().live().closed(4401).tell({ type: "timer", name: "retry" });
    play.take();
    play.noTicket("signed_out");
    expect(play.taken("tell_state").map(({ live }) => live.status)).toEqual(["signed_out"]);
    play.wait(TIMES.wokenAgain).tell({ type: "woken" }).noTicket("signed_out");
    expect(play.taken("tell_state")).toEqual([]);

    play.wait(TIMES.wokenAgain).tell({ type: "woken" }).ticket();
    expect(play.machine.live.status).toBe("connecting");
    play.opened().frame({ type: "welcome", now: "" });
    expect(play.machine.live.status).toBe("live");
  });

  it.each([[1, 250], [2, 500], [3, 1_000], [6, 8_000], [7, 10_000], [500, 10_000]])(
    "after %i failures it pauses %i ms at most",
    (failures, ms) => {
      expect(pause(failures)).toBe(ms);
    },
  );
});

describe("a lost connection", () => {
  test("is mended at once, and called away only when that takes a while, since the moment it was lost", () => {
    const play = new Play().live().wait(60_000);
    play.take();
    play.closed(1006);
    expect(play.machine.live).toEqual({ status: "connecting", since: 60_000, via: "socket" });
    const timers = play.taken("set_timer");
    expect(timers).toContainEqual({ do: "set_timer", name: "retry", ms: 250, jitter: true });
    expect(timers).toContainEqual({ do: "set_timer", name: "away", ms: TIMES.away });

    play.wait(TIMES.away).tell({ type: "timer", name: "away" });
    expect(play.machine.live).toEqual({ status: "away", since: 60_000, via: "socket" });
  });

  test("comes back from the newest event that the page has", () => {
    const play = new Play().live().tell({ type: "watch", run: "r", after: 0 });
    play.frame({ type: "events", run: "r", first: 1, last: 2, events: [event(1), event(2)] });
    play.closed().tell({ type: "timer", name: "retry" });
    play.take();
    play.ticket().opened().frame({ type: "welcome", now: "" });
    expect(play.taken("send")).toContainEqual({ do: "send", frame: { type: "watch", run: "r", after: 2 } });
    expect(play.machine.live.status).toBe("live");
  });

  test("that comes back and breaks at once pauses longer each time", () => {
    const play = new Play().live();
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      play.take();
      play.closed();
      pauses.push(...play.taken("set_timer").filter(({ name }) => name === "retry").map(({ ms }) => ms));
      play.tell({ type: "timer", name: "retry" }).ticket().opened().frame({ type: "welcome", now: "" });
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000]);

    play.wait(TIMES.ping).tell({ type: "timer", name: "ping" });
    play.take();
    play.closed();
    expect(play.taken("set_timer")).toContainEqual({ do: "set_timer", name: "retry", ms: 250, jitter: true });
  });

  it.each([1001, 1012, 1013])("by a server that restarts (%i) is no reason for another way", (code) => {
    const play = new Play().tell({ type: "start" });
    for (let round = 0; round < 5; round += 1) play.ticket().closed(code).tell({ type: "timer", name: "retry" });
    expect(play.machine).toMatchObject({ via: "socket", refusals: 0 });
  });

  test("after a stop nothing is tried again", () => {
    const play = new Play().live().tell({ type: "stop" });
    play.take();
    play.closed().tell({ type: "timer", name: "retry" }).tell({ type: "woken" });
    expect(play.take()).toEqual([]);
  });
});

describe("a connection that says nothing", () => {
  test("is asked, and taken for dead when it does not answer", () => {
    const play = new Play().live();
    play.take();
    play.wait(TIMES.ping).tell({ type: "timer", name: "ping" });
    expect(play.take()).toEqual([
      { do: "send", frame: { type: "ping" } },
      { do: "set_timer", name: "pong", ms: TIMES.pong },
      { do: "set_timer", name: "ping", ms: TIMES.ping },
    ]);
    play.wait(TIMES.pong).tell({ type: "timer", name: "pong" });
    expect(play.machine).toMatchObject({ phase: "pausing", live: { status: "connecting" } });
  });

  test("any word of it is an answer", () => {
    const play = new Play().live().wait(TIMES.ping).tell({ type: "timer", name: "ping" });
    play.take();
    play.frame({ type: "pong" });
    expect(play.take()).toEqual([{ do: "clear_timers", names: ["pong"] }]);
  });

  test("is asked when the page is looked at again, with less patience", () => {
    const play = new Play().live().wait(10_000);
    play.take();
    play.tell({ type: "woken" });
    expect(play.take()).toContainEqual({ do: "set_timer", name: "pong", ms: TIMES.pongWoken });
  });

  test("was just heard: waking asks nothing", () => {
    const play = new Play().live().wait(500);
    play.take();
    play.tell({ type: "woken" });
    expect(play.take()).toEqual([]);
  });

  test("a laptop has slept: the connection is made anew at once", () => {
    const play = new Play().live().wait(3_600_000);
    play.take();
    play.tell({ type: "woken" });
    expect(play.machine).toMatchObject({ phase: "ticket", live: { status: "connecting", since: 3_600_000 } });
    expect(play.taken("fetch_ticket")).toHaveLength(1);
  });

  test("waking ends a pause, but not twice in a second", () => {
    const play = new Play().tell({ type: "start" }).noTicket("away").wait(TIMES.wokenAgain);
    play.take();
    play.tell({ type: "woken" });
    expect(play.taken("fetch_ticket")).toHaveLength(1);
    play.noTicket("away");
    play.take();
    play.tell({ type: "woken" });
    expect(play.take()).toEqual([]);
  });
});

test("a frame that cannot be read is counted and ignored", () => {
  const play = new Play().live();
  play.take();
  play.frame(null).frame(null);
  expect(play.machine).toMatchObject({ unreadable: 2, phase: "open" });
  expect(play.take()).toEqual([]);
});

function event(seq: number) {
  return { seq, at: "2026-11-30T12:00:00.000Z", kind: "tool_changed", payload: {} };
}
