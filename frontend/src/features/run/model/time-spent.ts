/** Where the time of a run went: in the queue, at work, waiting for people. The three add up to the whole. */

import { Chronicle } from "@/features/run/model/chronicle";
import { instant } from "@/features/run/model/instants";
import { countsFrom } from "@/features/run/model/grace";
import { minus, total, union, type Interval } from "@/features/run/model/intervals";
import type { RunView } from "@/live/fold/view";

export interface TimeSpent {
  readonly whole: number;
  readonly queued: number;
  readonly working: number;
  readonly people: number;
}

const NOTHING: TimeSpent = { whole: 0, queued: 0, working: 0, people: 0 };

/** `until`: the end of the run, or now. Time in which a call runs beside an open card is work. */
export function timeSpent(view: RunView, until: string | number | null): TimeSpent {
  const start = instant(view.created_at);
  const end = typeof until === "number" ? until : instant(until);
  if (start === null || end === null || end <= start) return NOTHING;
  const whole = end - start;
  const queued = Math.min(whole, Math.max(0, (instant(view.started_at) ?? end) - start));
  const people = Math.min(whole - queued, total(minus(waits(view, start, end), work(view, start, end))));
  return { whole, queued, people, working: Math.max(0, whole - queued - people) };
}

function waits(view: RunView, start: number, end: number): Interval[] {
  const all = new Chronicle(view);
  return union(
    view.approvals.flatMap((card) => {
      const over = instant(all.endOfWait(card, all.calls.get(card.call)));
      const counts = card.decided_at === null || over === null ? over : countsFrom(all.starts, over);
      return interval(instant(card.requested_at), counts, [start, end]);
    }),
  );
}

function work(view: RunView, start: number, end: number): Interval[] {
  return union([
    ...view.steps.flatMap((step) => interval(instant(step.started_at), instant(step.ended_at), [start, end])),
    ...view.calls.flatMap((call) => interval(instant(call.started_at), instant(call.ended_at), [start, end])),
  ]);
}

function interval(from: number | null, to: number | null, [start, end]: Interval): Interval[] {
  if (from === null) return [];
  const [since, until] = [Math.max(from, start), Math.min(to ?? end, end)];
  return until > since ? [[since, until]] : [];
}
