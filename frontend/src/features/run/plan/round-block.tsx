import type { ReactNode } from "react";

import { LongText } from "@/features/run/long-text";
import { durationText } from "@/features/run/model/duration-text";
import type { Round } from "@/features/run/model/plan";
import { stepsOf } from "@/features/run/model/team";
import { ReviewCard } from "@/features/run/plan/review-card";
import { RoundDiff } from "@/features/run/plan/round-diff";
import type { RunView } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { Button } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";

interface RoundBlockProps {
  runId: string;
  view: RunView;
  round: Round;
  /** 0: the first work. */
  count: number;
  onOpen: (step: string) => void;
}

/** One piece of work: what was handed in, what of it changed, and what reviewers said. */
export function RoundBlock({ runId, view, round, count, onOpen }: RoundBlockProps) {
  const { work, before, reviews } = round;
  const steps = stepsOf(view, work);
  const [first] = steps;
  return (
    <section className="mt-6">
      <div className="flex max-w-[832px] flex-wrap items-baseline gap-x-3">
        <h3 className="text-14 font-semibold">
          <ForeignText text={count === 0 ? words.first(work.agent.name) : words.revision(count, work.agent.name)} />
        </h3>
        {work.duration_ms !== null && <span className="text-12 text-fg-3 tabular-nums">{words.took(durationText(work.duration_ms))}</span>}
        {first !== undefined && (
          <Button variant="ghost" size="small" className="ml-auto" onClick={() => onOpen(first.id)}>
            {words.steps(steps.length)}
          </Button>
        )}
      </div>
      {work.output === null ? (
        <p className="mt-1.5 text-14 text-fg-3">{work.error?.message || (work.state === "running" ? words.inProgress : words.stopped)}</p>
      ) : before === null || before.output === null ? (
        <LongText runId={runId} text={work.output} most={4000} lines={24} className="mt-1.5 max-w-[832px] rounded-control bg-sunken px-3 py-2 text-14" />
      ) : (
        <>
          <Part title={words.changes}>
            <RoundDiff runId={runId} before={before.output} after={work.output} revision={count} />
          </Part>
          <Part title={words.whole}>
            <LongText runId={runId} text={work.output} most={600} lines={6} className="max-w-[832px] rounded-control bg-sunken px-3 py-2 text-14" />
          </Part>
        </>
      )}
      {reviews.length > 0 && (
        <ul className="mt-3 flex max-w-[832px] flex-col gap-2">
          {reviews.map((review) => (
            <ReviewCard key={review.id} runId={runId} review={review} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-2">
      <h4 className="mb-1 text-12 font-medium text-fg-3">{title}</h4>
      {children}
    </div>
  );
}
