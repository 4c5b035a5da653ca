import type { TraceEvent } from "../fold/events";
import type { ChangedFrame } from "../frames";
import type { PageAnswer } from "./inputs";
import type { Machine, Watch } from "./state";
import { andThen, stay, type Step } from "./step";
import { TIMES } from "./times";

/** What is known of the runs that are watched: no event twice, none left out, whatever the way brings. */

/** Begins, or begins again, after the newest event that the page has. */
export function addWatch(machine: Machine, run: string, after: number): Step {
  const watch: Watch = { seq: after, askedAt: null, known: after, isReading: false };
  return andThen(stay(put(machine, run, watch)), (it) => (it.phase === "open" ? askFor(it, run) : stay(it)));
}

export function removeWatch(machine: Machine, run: string): Step {
  if (!machine.watches.has(run)) return stay(machine);
  const left = without(machine, run);
  const isTold = machine.phase === "open" && machine.via === "socket";
  return isTold ? stay(left, { do: "send", frame: { type: "unwatch", run } }) : stay(left);
}

export function watchAll(machine: Machine): Step {
  return [...machine.watches].reduce<Step>(
    ([it, effects], [run, watch]) => [it, [...effects, { do: "send", frame: watchFrame(run, watch) }]],
    stay(machine),
  );
}

/** Reads the news of every watched run over REST. */
export function readAll(machine: Machine): Step {
  return [...machine.watches.keys()].reduce<Step>((step, run) => andThen(step, (it) => read(it, run)), stay(machine));
}

/** Events, in order, some of which may be known. Never hands on one that does not follow the last. */
export function onEvents(machine: Machine, run: string, events: readonly TraceEvent[], now: number): Step {
  const watch = machine.watches.get(run);
  const [first, last] = [events[0]?.seq, events.at(-1)?.seq];
  if (watch === undefined || first === undefined || last === undefined) return stay(machine);
  if (last <= watch.seq) return stay(machine);
  if (first > watch.seq + 1) return onGap(machine, run, last, now);
  const fresh = events.slice(watch.seq + 1 - first);
  const next: Watch = { ...watch, seq: last, known: Math.max(watch.known, last), askedAt: null };
  return stay(put(machine, run, next), { do: "tell_events", run, events: fresh });
}

/** The server says that a run is caught up to there. */
export function onWatching(machine: Machine, run: string, last: number, now: number): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined) return stay(machine);
  if (last > watch.seq) return onGap(machine, run, last, now);
  return stay(put(machine, run, { ...watch, askedAt: null }), { do: "tell_caught_up", run });
}

/** The server had to drop what it would have sent: it is asked again, from here. */
export function onResync(machine: Machine, run: string): Step {
  return machine.watches.has(run) ? askFor(machine, run) : stay(machine);
}

export function onRefused(machine: Machine, run: string, code: string): Step {
  if (!machine.watches.has(run)) return stay(machine);
  return stay(without(machine, run), { do: "tell_refused", run, code });
}

/** Runs have changed. On a stream this is also how a watched run is known to have news. */
export function onChanged(machine: Machine, { runs, approvals, all }: ChangedFrame): Step {
  const step = stay(machine, { do: "tell_changed", changed: { runs, approvals, all } });
  if (machine.via === "socket") return step;
  if (all) return andThen(step, readAll);
  return runs.reduce<Step>((before, run) => andThen(before, (it) => onNews(it, run.id, run.seq)), step);
}

export function onPage(machine: Machine, run: string, answer: PageAnswer, now: number): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined || !watch.isReading) return stay(machine);
  if ("problem" in answer) {
    if (answer.problem === "not_found") return onRefused(machine, run, "not_found");
    return stay(put(machine, run, { ...watch, isReading: false }));
  }
  const known = Math.max(watch.known, answer.last);
  const done = put(machine, run, { ...watch, isReading: false, known });
  return andThen(onEvents(done, run, answer.events, now), (it) => {
    const isBehind = (it.watches.get(run)?.seq ?? known) < known && answer.events.length > 0;
    return isBehind ? read(it, run) : stay(it, { do: "tell_caught_up", run });
  });
}

function onNews(machine: Machine, run: string, seq: number): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined || seq <= watch.seq) return stay(machine);
  return read(put(machine, run, { ...watch, known: Math.max(watch.known, seq) }), run);
}

/** Asks once for what is missing; what comes meanwhile has the same gap and asks for nothing. */
function onGap(machine: Machine, run: string, known: number, now: number): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined) return stay(machine);
  const isAsked = watch.askedAt !== null && now - watch.askedAt < TIMES.askAgain;
  if (isAsked) return stay(machine);
  return askFor(put(machine, run, { ...watch, known: Math.max(watch.known, known), askedAt: now }), run);
}

function askFor(machine: Machine, run: string): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined) return stay(machine);
  return machine.via === "socket" ? stay(machine, { do: "send", frame: watchFrame(run, watch) }) : read(machine, run);
}

function read(machine: Machine, run: string): Step {
  const watch = machine.watches.get(run);
  if (watch === undefined || watch.isReading) return stay(machine);
  const reading = put(machine, run, { ...watch, isReading: true });
  return stay(reading, { do: "read_page", attempt: machine.attempt, run, after: watch.seq });
}

function watchFrame(run: string, watch: Watch): { type: "watch"; run: string; after: number } {
  return { type: "watch", run, after: watch.seq };
}

function put(machine: Machine, run: string, watch: Watch): Machine {
  return { ...machine, watches: new Map(machine.watches).set(run, watch) };
}

function without(machine: Machine, run: string): Machine {
  return { ...machine, watches: new Map([...machine.watches].filter(([each]) => each !== run)) };
}
