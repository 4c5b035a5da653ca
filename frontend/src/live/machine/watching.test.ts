import { describe, expect, test } from "vitest";

import { events, eventsFrame, Play } from "./play";
import { TIMES } from "./times";

function watching(after = 0): Play {
  const play = new Play().live().tell({ type: "watch", run: "r", after });
  play.take();
  return play;
}

describe("events of a watched run", () => {
  test.each([
    ["the next ones", [[1, 2], [3, 3]], [1, 2, 3]],
    ["one that came already", [[1, 2], [2, 2]], [1, 2]],
    ["some known, some new", [[1, 3], [2, 5]], [1, 2, 3, 4, 5]],
    ["all of them again", [[1, 3], [1, 3]], [1, 2, 3]],
    ["with a gap", [[1, 1], [3, 4]], [1]],
  ] as const)("%s", (_, frames, told) => {
    const play = watching();
    for (const [first, last] of frames) play.frame(eventsFrame("r", first, last));
    expect(play.taken("tell_events").flatMap((each) => each.events.map(({ seq }) => seq))).toEqual(told);
  });

  test("a gap is asked for once, from the newest that is there, and what follows waits", () => {
    const play = watching(4);
    play.frame(eventsFrame("r", 7, 8)).frame(eventsFrame("r", 9, 9));
    expect(play.taken("send")).toEqual([{ do: "send", frame: { type: "watch", run: "r", after: 4 } }]);

    play.frame(eventsFrame("r", 5, 9));
    expect(play.taken("tell_events")).toEqual([{ do: "tell_events", run: "r", events: events(5, 9) }]);
    play.frame(eventsFrame("r", 12, 12));
    expect(play.taken("send")).toEqual([{ do: "send", frame: { type: "watch", run: "r", after: 9 } }]);
  });

  test("a wish that is not answered is repeated", () => {
    const play = watching().frame(eventsFrame("r", 5, 5));
    play.take();
    play.wait(TIMES.askAgain).frame(eventsFrame("r", 6, 6));
    expect(play.taken("send")).toHaveLength(1);
  });

  test("the server had to drop some: it is asked again", () => {
    const play = watching().frame(eventsFrame("r", 1, 3));
    play.take();
    play.frame({ type: "resync", run: "r", after: 1 });
    expect(play.take()).toContainEqual({ do: "send", frame: { type: "watch", run: "r", after: 3 } });
  });

  test("caught up is told once everything is there", () => {
    const play = watching().frame({ type: "watching", run: "r", last: 2 });
    expect(play.taken("tell_caught_up")).toEqual([]);
    play.frame(eventsFrame("r", 1, 2)).frame({ type: "watching", run: "r", last: 2 });
    expect(play.taken("tell_caught_up")).toHaveLength(1);
  });

  test("a run that nobody watches any more is not heard", () => {
    const play = watching().tell({ type: "unwatch", run: "r" });
    expect(play.taken("send")).toEqual([{ do: "send", frame: { type: "unwatch", run: "r" } }]);
    play.frame(eventsFrame("r", 1, 1)).frame({ type: "resync", run: "r", after: 0 });
    play.frame({ type: "partial", run: "r", step: "s", attempt: 1, offset: 0, text: "x" });
    expect(play.take().filter((effect) => effect.do !== "clear_timers")).toEqual([]);
  });

  test("a run that is refused is told and forgotten", () => {
    const play = watching().frame({ type: "refused", run: "r", code: "not_found" });
    expect(play.take()).toContainEqual({ do: "tell_refused", run: "r", code: "not_found" });
    expect(play.machine.watches.size).toBe(0);
  });

  test("text and changes are handed on", () => {
    const play = watching();
    const partial = { type: "partial", run: "r", step: "s", attempt: 1, offset: 0, text: "Hi" } as const;
    play.frame(partial).frame({ type: "changed", runs: [], approvals: true, all: false });
    const done = play.take();
    expect(done).toContainEqual({ do: "tell_partial", partial });
    expect(done).toContainEqual({ do: "tell_changed", changed: { runs: [], approvals: true, all: false } });
  });
});

test("whatever is lost, doubled and broken on the way, each event is told once and in order", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = generator(seed);
    const play = new Play().live().tell({ type: "watch", run: "r", after: 0 });
    const told: number[] = [];
    let known = 0;
    for (let round = 0; round < 60; round += 1) {
      known += Math.floor(random() * 4);
      disturb(play, known, random);
      told.push(...answer(play, known));
    }
    // Silence at the end: one connection more, and everything is there.
    play.closed().tell({ type: "timer", name: "retry" }).ticket().opened().frame({ type: "welcome", now: "" });
    told.push(...answer(play, known), ...answer(play, known));
    expect(told, `seed ${seed}`).toEqual(Array.from({ length: known }, (_, index) => index + 1));
  }
});

/** The server's side, at its worst. */
function disturb(play: Play, known: number, random: () => number): void {
  const chance = random();
  play.wait(random() * 3_000);
  if (chance < 0.1) play.closed().tell({ type: "timer", name: "retry" }).ticket().opened().frame({ type: "welcome", now: "" });
  else if (chance < 0.2) play.frame({ type: "resync", run: "r", after: Math.floor(random() * known) });
  else if (chance < 0.3) play.frame({ type: "watching", run: "r", last: known });
  else if (known > 0) {
    const first = 1 + Math.floor(random() * known);
    play.frame(eventsFrame("r", first, first + Math.floor(random() * (known - first + 1))));
  }
}

/** Answers every wish to watch, and gives the seqs that were told. */
function answer(play: Play, known: number): readonly number[] {
  const done = play.take();
  const told = done.flatMap((effect) => (effect.do === "tell_events" ? effect.events.map(({ seq }) => seq) : []));
  for (const effect of done) {
    if (effect.do !== "send" || effect.frame.type !== "watch" || effect.frame.after >= known) continue;
    play.frame(eventsFrame("r", effect.frame.after + 1, known));
  }
  const more = play.take();
  return [...told, ...more.flatMap((effect) => (effect.do === "tell_events" ? effect.events.map(({ seq }) => seq) : []))];
}

/** Small and the same everywhere (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
