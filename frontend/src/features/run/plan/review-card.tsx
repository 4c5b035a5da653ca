import { MessageSquareText } from "lucide-react";

import { LongText } from "@/features/run/long-text";
import { verdictTone } from "@/features/run/model/plan";
import type { TaskView, Verdict } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { ForeignText } from "@/ui/foreign-text";
import { StatusShape } from "@/ui/status-shape";
import { toneClass } from "@/ui/tones";

/** What one reviewer said of one piece of work. */
export function ReviewCard({ runId, review }: { runId: string; review: TaskView }) {
  const tone = verdictTone(review);
  return (
    <li className="rounded-card border border-line px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14">
        {tone === null ? (
          <MessageSquareText size={14} aria-hidden="true" className="shrink-0 text-fg-3" />
        ) : (
          <StatusShape tone={tone} size={14} />
        )}
        <b className="font-semibold">
          <ForeignText text={review.agent.name} />
        </b>
        <span className={tone === null ? "text-fg-3" : toneClass[tone].text}>{saidOf(review, tone === "succeeded")}</span>
        {review.verdict !== null && <Scores verdict={review.verdict} />}
      </p>
      {review.verdict !== null && <Comments runId={runId} text={review.verdict.comments} />}
      {review.error !== null && <p className="mt-1 text-12 wrap-anywhere text-fg-3">{review.error.message}</p>}
    </li>
  );
}

function saidOf({ verdict, state }: TaskView, content: boolean): string {
  if (verdict !== null) return content ? words.content : words.asksMore;
  return state === "running" ? words.reviews : words.noVerdict;
}

function Scores({ verdict }: { verdict: Verdict }) {
  return (
    <span className="flex flex-wrap gap-1">
      {Object.entries(verdict.scores).map(([name, score]) => {
        const low = verdict.below.includes(name);
        return (
          <span key={name} className={`rounded-chip border px-1.5 text-12 tabular-nums ${low ? "border-review-bar text-review-fg" : "border-line-strong text-fg-2"}`}>
            <ForeignText text={words.score(name, score)} />
            {low && `, ${words.below}`}
          </span>
        );
      })}
    </span>
  );
}

function Comments({ runId, text }: { runId: string; text: string }) {
  if (text.trim() === "") return <p className="mt-1 text-12 text-fg-3">{words.noComments}</p>;
  return <LongText runId={runId} text={text} most={800} lines={12} className="mt-1 border-l-2 border-line-strong pl-2.5 text-14 text-fg-2" />;
}
