/** How a run ended or why it stopped, and what comes next while it has not ended. */

import { durationText } from "@/features/run/model/duration-text";
import { agentName, waiterName } from "@/features/run/model/names";
import { item, type StoryItem } from "@/features/run/model/story-item";
import { itemOf, titleText } from "@/features/run/model/team";
import { timeSpent } from "@/features/run/model/time-spent";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import { hasEnded } from "@/live/fold/words";
import { strong, type Phrase } from "@/text/phrase";
import { nextSaid, runSaid } from "@/text/run-story";
import { teamNext } from "@/text/run-team";
import type { Tone } from "@/ui/status-look";

export function tellEnd(view: RunView): StoryItem[] {
  if (view.attention !== null) {
    return [
      item({
        key: "attention",
        step: view.attention.call,
        icon: "end",
        tone: "attention",
        sentence: [strong(runSaid.attention)],
        problem: view.attention,
        open: true,
      }),
    ];
  }
  if (!hasEnded(view.status)) return [];
  const { sentence, tone } = endOf(view);
  const used = view.steps.length > 0 ? [runSaid.used(view.steps.length, view.calls.length)] : [];
  return [
    item({
      key: "end",
      step: view.error?.call ?? null,
      at: view.ended_at,
      icon: "end",
      tone,
      sentence,
      facts: [...used, ...(view.ignored > 0 ? [runSaid.ignored(view.ignored)] : [])],
      problem: view.error,
    }),
  ];
}

function endOf(view: RunView): { sentence: Phrase; tone: Tone } {
  const took = tookText(view);
  switch (view.status) {
    case "completed":
      return { sentence: runSaid.completed(took), tone: "succeeded" };
    case "timed_out":
      return { sentence: runSaid.timedOut(took), tone: "timedout" };
    case "cancelled":
      return { sentence: runSaid.wasCancelled(took), tone: "cancelled" };
    case "rejected":
      return { sentence: runSaid.rejected(agentName(view), took), tone: "failed" };
    default:
      return { sentence: runSaid.failed(took), tone: "failed" };
  }
}

function tookText(view: RunView): string {
  const spent = timeSpent(view, view.ended_at);
  const took = view.duration_ms === null ? "" : runSaid.after(durationText(view.duration_ms));
  return spent.people > 0 ? took + runSaid.waiting(durationText(spent.people)) : took;
}

/** What comes next, as far as the record tells it. */
export function tellNext(view: RunView): StoryItem[] {
  const said = nextOf(view);
  if (said === null) return [];
  return [
    item({
      key: "next",
      icon: "next",
      sentence: [said.what],
      facts: said.detail === "" ? [] : [said.detail],
      later: true,
    }),
  ];
}

function nextOf(view: RunView): { what: string; detail: string } | null {
  switch (view.status) {
    case "queued":
      return nextSaid.queued;
    case "cancelling":
      return nextSaid.cancelling;
    case "needs_attention":
      return nextSaid.attention;
    case "running":
    case "waiting":
      if (pendingApprovals(view).length > 0) return nextSaid.approval(waiterName(view));
      if (view.orchestration !== null) return { what: teamNextOf(view), detail: "" };
      return view.calls.some((call) => call.state === "executing") ? nextSaid.call : nextSaid.model;
    default:
      return null;
  }
}

/** Of a team: which tasks of the plan begin next, as far as the plan tells it. */
function teamNextOf(view: RunView): string {
  if (view.plan === null) return teamNext.plan;
  const pending = view.plan.items.filter((each) => each.state === "pending");
  const done = (key: string) => itemOf(view, key)?.state === "done";
  const soon = pending.filter((each) => each.depends_on.every((key) => done(key) || !pending.some((other) => other.key === key)));
  if (soon.length > 0) return teamNext.waiting(soon.map((each) => titleText(view, each.key)));
  return view.tasks.some((task) => task.kind === "compose") ? teamNext.compose : teamNext.last;
}
