import { describe, expect, it, test } from "vitest";

import { events, eventsFrame, Play } from "./play";
import { TIMES } from "./times";

describe("where a socket is not let through", () => {
  test("two refusals in a row lead to a stream", () => {
    const play = new Play().tell({ type: "start" }).ticket().closed();
    expect(play.machine).toMatchObject({ via: "socket", phase: "pausing" });
    play.tell({ type: "timer", name: "retry" }).ticket();
    play.take();
    play.closed().ticket();
    expect(play.taken("open_stream")).toHaveLength(1);
    play.opened();
    expect(play.machine.live).toMatchObject({ status: "live", via: "stream" });
  });

  test("a server without tickets is one that refuses", () => {
    const play = new Play().tell({ type: "start" }).noTicket("unavailable").tell({ type: "timer", name: "retry" });
    play.noTicket("unavailable");
    expect(play.machine).toMatchObject({ via: "stream", phase: "ticket" });
    play.noTicket("unavailable").opened();
    expect(play.machine.live).toMatchObject({ status: "live", via: "stream" });
  });

  test("a refusal that is followed by a welcome is forgotten", () => {
    const play = new Play().tell({ type: "start" }).ticket().closed().tell({ type: "timer", name: "retry" });
    play.ticket().opened().frame({ type: "welcome", now: "" }).closed().tell({ type: "timer", name: "retry" });
    play.ticket().closed();
    expect(play.machine).toMatchObject({ via: "socket", phase: "pausing" });
  });

  test("a stream that is refused twice leads to asking again and again", () => {
    const play = new Play().liveByPolling();
    expect(play.machine).toMatchObject({ via: "poll", phase: "open", live: { status: "live", via: "poll" } });
  });

  test("after a while the socket is tried again; one refusal leads back", () => {
    const play = new Play().liveByStream().wait(TIMES.upgrade).tell({ type: "timer", name: "upgrade" }).ticket();
    expect(play.taken("open_socket").length).toBeGreaterThan(0);
    play.closed().ticket().opened();
    expect(play.machine.live).toMatchObject({ status: "live", via: "stream" });

    play.wait(TIMES.upgrade).tell({ type: "timer", name: "upgrade" }).ticket().opened().frame({ type: "welcome", now: "" });
    expect(play.machine.live).toMatchObject({ status: "live", via: "socket" });
  });
});

describe("by a stream", () => {
  test("news of a run that is watched are read, and nothing of the others", () => {
    const play = new Play().liveByStream().tell({ type: "watch", run: "r", after: 3 });
    const { attempt } = play.machine;
    play.tell({ type: "page", attempt, run: "r", answer: { events: [], last: 3 } });
    play.take();
    play.frame({ type: "changed", runs: [changed("r", 5), changed("other", 9)], approvals: false, all: false });
    expect(play.taken("read_page")).toEqual([{ do: "read_page", attempt, run: "r", after: 3 }]);

    play.tell({ type: "page", attempt, run: "r", answer: { events: events(4, 5), last: 5 } });
    expect(play.take()).toEqual([
      { do: "tell_events", run: "r", events: events(4, 5) },
      { do: "tell_caught_up", run: "r" },
    ]);
  });

  test("a page that is not the last one is followed by the next", () => {
    const play = new Play().liveByStream().tell({ type: "watch", run: "r", after: 0 });
    const { attempt } = play.machine;
    play.take();
    play.tell({ type: "page", attempt, run: "r", answer: { events: events(1, 500), last: 700 } });
    expect(play.take()).toContainEqual({ do: "read_page", attempt, run: "r", after: 500 });
  });

  test("nobody looks: the stream is closed, and opened again at the first look", () => {
    const play = new Play().liveByStream();
    play.take();
    play.tell({ type: "hidden" });
    expect(play.taken("close")).toHaveLength(1);
    expect(play.machine).toMatchObject({ phase: "asleep", live: { status: "connecting" } });
    play.tell({ type: "woken" }).ticket().opened();
    expect(play.machine.live).toMatchObject({ status: "live", via: "stream" });
  });

  test("a socket stays open when nobody looks", () => {
    const play = new Play().live();
    play.take();
    play.tell({ type: "hidden" });
    expect(play.take()).toEqual([]);
  });

  test("the last word of a stream closes it", () => {
    const play = new Play().liveByStream().frame({ type: "closed", code: 1012 });
    expect(play.machine).toMatchObject({ phase: "pausing", live: { status: "connecting" } });
  });
});

describe("by asking again and again", () => {
  test("every watched run is read, and lists are called changed while the server answers", () => {
    const play = new Play().liveByPolling().tell({ type: "watch", run: "r", after: 1 });
    const { attempt } = play.machine;
    play.tell({ type: "page", attempt, run: "r", answer: { events: [], last: 1 } });
    play.take();
    play.tell({ type: "timer", name: "poll" });
    expect(play.taken("read_page")).toEqual([{ do: "read_page", attempt, run: "r", after: 1 }]);
    play.tell({ type: "timer", name: "lists" });
    expect(play.taken("fetch_ticket")).toEqual([{ do: "fetch_ticket", attempt }]);
    play.ticket();
    expect(play.taken("tell_changed")).toHaveLength(1);
  });

  it.each(["page", "ticket"] as const)("a %s that does not come ends it, and the socket is tried first again", (what) => {
    const play = new Play().liveByPolling().tell({ type: "watch", run: "r", after: 1 });
    if (what === "page") play.tell({ type: "page", attempt: play.machine.attempt, run: "r", answer: { problem: "away" } });
    else play.tell({ type: "timer", name: "lists" }).noTicket("away");
    expect(play.machine).toMatchObject({ via: "socket", phase: "pausing", live: { status: "connecting" } });
  });

  test("a run that is gone is said to be gone", () => {
    const play = new Play().liveByPolling().tell({ type: "watch", run: "r", after: 1 });
    play.take();
    play.tell({ type: "page", attempt: play.machine.attempt, run: "r", answer: { problem: "not_found" } });
    expect(play.take()).toEqual([{ do: "tell_refused", run: "r", code: "not_found" }]);
    expect(play.machine.watches.size).toBe(0);
  });
});

test("a socket's frames are not read twice as a stream's", () => {
  const play = new Play().liveByStream().tell({ type: "watch", run: "r", after: 0 });
  play.take();
  play.frame(eventsFrame("r", 1, 1)).frame(eventsFrame("r", 1, 1));
  expect(play.taken("tell_events")).toHaveLength(1);
});

function changed(id: string, seq: number) {
  return { id, status: "running" as const, waiting_for: [], seq };
}
