import { useWholeText } from "@/features/run/plan/use-whole-text";
import { DiffView } from "@/features/studio/diff-view";
import type { Text } from "@/live/fold/text";
import { runPlan as words } from "@/text/run-plan";

interface RoundDiffProps {
  runId: string;
  before: Text;
  after: Text;
  /** Which revision `after` is; 1 is the first. */
  revision: number;
}

/** What a revision changed of the work before it. */
export function RoundDiff({ runId, before, after, revision }: RoundDiffProps) {
  const [one, other] = [useWholeText(runId, before), useWholeText(runId, after)];
  if (one.failed || other.failed) return <p className="text-12 text-danger">{words.loadFailed}</p>;
  if (one.text === undefined || other.text === undefined) return <p className="text-12 text-fg-3">{words.loading}</p>;
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <DiffView before={one.text} after={other.text} beforeName={words.version(revision - 1)} afterName={words.version(revision)} />
    </div>
  );
}
