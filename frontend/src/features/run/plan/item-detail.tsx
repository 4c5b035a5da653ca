import { LongText } from "@/features/run/long-text";
import { reviewersOf, roundsOf } from "@/features/run/model/plan";
import { neededTitles, titleOf } from "@/features/run/model/team";
import { ItemState } from "@/features/run/plan/item-state";
import { RoundBlock } from "@/features/run/plan/round-block";
import { Facts } from "@/features/run/step/facts";
import type { PlanItemView, RunView } from "@/live/fold/view";
import { listed } from "@/text/plural";
import { runPlan as words } from "@/text/run-plan";
import { endReasons } from "@/text/run-team";
import { ForeignText } from "@/ui/foreign-text";

interface ItemDetailProps {
  runId: string;
  view: RunView;
  item: PlanItemView;
  onOpen: (step: string) => void;
}

/** One task of the plan: who did it and why they, what was asked for, and its rounds of work and review. */
export function ItemDetail({ runId, view, item, onOpen }: ItemDetailProps) {
  const rounds = roundsOf(view, item.key);
  return (
    <section aria-label={words.about} className="px-4 pt-4 pb-8 phone:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-16 font-semibold wrap-anywhere">
          <ForeignText text={titleOf(view, item.key)} />
        </h2>
        <ItemState item={item} />
      </div>
      <div className="mt-2 max-w-[832px]">
        <ItemFacts view={view} item={item} />
        <h3 className="mt-3 mb-1 text-13 font-semibold">{words.prompt}</h3>
        <LongText runId={runId} text={item.prompt} most={800} lines={8} className="text-14 text-fg-2" />
      </div>
      {rounds.length === 0 && <p className="mt-6 text-14 text-fg-3">{words.noWork}</p>}
      {rounds.map((round, index) => (
        <RoundBlock key={round.work.id} runId={runId} view={view} round={round} count={index} onOpen={onOpen} />
      ))}
    </section>
  );
}

function ItemFacts({ view, item }: { view: RunView; item: PlanItemView }) {
  const rounds = roundsOf(view, item.key);
  const [first] = rounds;
  const reviewers = reviewersOf(rounds);
  const needed = neededTitles(view, item);
  const ended = endText(item);
  return (
    <Facts
      facts={[
        { name: words.executor, value: <ForeignText text={item.author ?? (item.agent || words.nobody)} /> },
        first === undefined || first.work.reason === "" ? null : { name: words.why, value: <ForeignText text={first.work.reason} /> },
        reviewers.length === 0 ? null : { name: words.reviewers, value: <ForeignText text={listed(reviewers)} /> },
        { name: words.waitsFor, value: <ForeignText text={needed.length === 0 ? words.nothing : listed(needed)} /> },
        ended === "" ? null : { name: words.ended, value: <ForeignText text={ended} /> },
      ]}
    />
  );
}

/** Why its review ended, or what went wrong. */
function endText({ state, reason, error, final_revision_unreviewed }: PlanItemView): string {
  const why = state === "done" ? (endReasons[reason ?? ""] ?? "") : (error?.message ?? "");
  const sentence = why === "" ? "" : `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith(".") ? "" : "."}`;
  return [sentence, final_revision_unreviewed ? words.unreviewed : ""].filter(Boolean).join(" ");
}
