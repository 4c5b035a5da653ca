import { Coins } from "lucide-react";
import type { ReactNode } from "react";

import { lostOn, sumOf, sumsByAgent, sumsByModel, sumsByStep, type StepSum, type Sum } from "@/features/run/model/cost";
import { modelRowName, workerName } from "@/features/run/model/names";
import { costWords, tokenHint, tokensOf } from "@/features/spending/amounts";
import { CostHeadline, unknownOf, WhyUnknown } from "@/features/spending/cost-value";
import { SpendingTable, type SpendingRow } from "@/features/spending/spending-table";
import type { RunView, StepView } from "@/live/fold/view";
import { runCost as words } from "@/text/run-cost";
import { spending } from "@/text/spending";
import { ForeignText } from "@/ui/foreign-text";
import { EmptyState } from "@/ui/states";

interface CostTabProps {
  view: RunView;
  /** The step whose panel is open. */
  open: string | null;
  onOpen: (step: string) => void;
}

/** What the run used and cost: in all, by agent of a team, by model, by model call. Each table adds up to the header. */
export function CostTab({ view, open, onOpen }: CostTabProps) {
  const total = sumOf(view);
  if (total.attempts === 0) {
    return (
      <EmptyState icon={Coins} title={words.empty}>
        {words.emptyDetail}
      </EmptyState>
    );
  }
  return (
    <section aria-label={words.label} tabIndex={0} className="min-h-0 min-w-0 flex-1 overflow-y-auto pb-6 -outline-offset-2">
      <Summary view={view} total={total} />
      {view.orchestration !== null && (
        <>
          <Title>{words.byAgent}</Title>
          <SpendingTable label={words.byAgent} about={words.agent} rows={agentRows(view)} total={total} exact />
        </>
      )}
      <Title>{words.byModel}</Title>
      <SpendingTable label={words.byModel} about={words.model} rows={modelRows(view)} total={total} exact />
      <Title>{words.byStep}</Title>
      <SpendingTable label={words.byStep} about={words.step} rows={stepRows(view, open, onOpen)} total={total} exact />
    </section>
  );
}

function Title({ children }: { children: ReactNode }) {
  return <h2 className="px-4 pt-6 pb-2 text-16 font-semibold phone:px-5">{children}</h2>;
}

function Summary({ view, total }: { view: RunView; total: Sum }) {
  const { all } = tokensOf(total.usage);
  const lost = lostOn(view);
  const unknown = unknownOf(view.steps.flatMap((step) => step.attempts));
  return (
    <div className="px-4 pt-5 phone:px-5">
      <p className="text-20 font-semibold">
        <CostHeadline cost={total.cost} />
      </p>
      <p className="mt-0.5 text-fg-2 tabular-nums">
        <span data-hint={tokenHint(total.usage)} tabIndex={0} className="rounded-chip">
          {spending.tokens(all)}
        </span>
        {`, ${words.calls(view.steps.length)}, ${spending.tries(total.attempts)}`}
      </p>
      {lost.attempts > 0 && (
        <p className="mt-2 text-fg-2">
          {Object.keys(lost.cost.amounts).length === 0 ? words.lostUnknown(lost.attempts) : words.lost(lost.attempts, costWords(lost.cost))}
        </p>
      )}
      {unknown.length > 0 && (
        <div className="mt-2 max-w-[75ch] text-12 text-fg-2">
          {spending.unknownFor(total.cost.unknown)}.
          {unknown.map((attempt, index) => (
            <WhyUnknown key={index} attempt={attempt} />
          ))}
        </div>
      )}
    </div>
  );
}

function agentRows(view: RunView): SpendingRow[] {
  return sumsByAgent(view).map((sum) => ({
    ...sum,
    id: sum.name,
    name: (
      <b className="font-medium">
        <ForeignText text={sum.name} />
      </b>
    ),
  }));
}

function modelRows(view: RunView): SpendingRow[] {
  return sumsByModel(view).map((sum) => ({
    ...sum,
    id: JSON.stringify([sum.provider, sum.name]),
    name: (
      <>
        <b className="font-medium">
          <ForeignText text={sum.name} />
        </b>
        <span className="block truncate text-12 text-fg-3">{sum.provider}</span>
      </>
    ),
  }));
}

function stepRows(view: RunView, open: string | null, onOpen: (step: string) => void): SpendingRow[] {
  return sumsByStep(view).map((sum) => ({
    ...sum,
    id: sum.step.id,
    current: sum.step.id === open,
    name: (
      <button type="button" onClick={() => onOpen(sum.step.id)} className="block w-full min-w-0 rounded-chip text-left hover:underline hover:decoration-line-control hover:underline-offset-3">
        <span className="font-medium">{words.stepName(sum.step.number)}</span>{" "}
        <span className="text-fg-3">
          <ForeignText text={byOf(view, sum.step)} />
        </span>
        <span className="block truncate text-12 text-fg-3" data-cut="">
          <ForeignText text={outcomeOf(sum)} />
        </span>
      </button>
    ),
  }));
}

/** Which model; in a team also whose call it was. */
function byOf(view: RunView, step: StepView): string {
  const model = modelRowName(view, step);
  return view.orchestration === null ? model : words.callOf(workerName(view, step.task), model);
}

/** What came of it, in a few words. */
function outcomeOf({ step, calls }: StepSum): string {
  const [first, ...others] = calls;
  if (first !== undefined) return words.and(first, others.length);
  if (step.state === "executing") return words.open;
  return step.state === "succeeded" ? words.answers : words.failed;
}
