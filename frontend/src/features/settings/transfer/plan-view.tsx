import { Link } from "@tanstack/react-router";
import { BadgeCheck, CircleHelp, ShieldAlert, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

import { ChangeRow } from "@/features/settings/transfer/change-row";
import type { ImportPlan, ImportProblem, ImportWarning } from "@/features/settings/rest/shapes";
import { countsOf, inOrder } from "@/features/settings/transfer/plan";
import { transfer as words } from "@/text/settings-transfer";
import { Button } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { StatusShape } from "@/ui/status-shape";

interface PlanViewProps {
  plan: ImportPlan;
  /** The file is another by now. */
  isStale: boolean;
  busy: boolean;
  onProblem: (problem: ImportProblem) => void;
  onApply: () => void;
  onAnother: () => void;
}

/** Who signed it, what to know, what is wrong and what it changes; then the act. */
export function PlanView({ plan, isStale, busy, onProblem, onApply, onAnother }: PlanViewProps) {
  const { new: made, changed, same } = countsOf(plan.changes);
  const head = useRef<HTMLHeadingElement>(null);
  // The plan comes below what one looked at: the focus leads there, and to what was done.
  useEffect(() => head.current?.focus(), [plan.applied]);
  return (
    <section aria-label={words.planTitle} className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-col gap-1">
        <h3 ref={head} tabIndex={-1} data-focus="quiet" className="flex items-center gap-2 font-semibold">
          {plan.applied && <StatusShape tone="succeeded" />}
          {plan.applied ? words.done(made + changed) : words.planTitle}
        </h3>
        {plan.applied && <p className="text-fg-2">{words.doneDetail}</p>}
        <Signer plan={plan} />
      </div>
      {plan.problems.length > 0 && <Problems problems={plan.problems} onProblem={onProblem} />}
      {plan.warnings.length > 0 && <Warnings warnings={plan.warnings} />}
      {plan.changes.length > 0 && (
        <div>
          <p className="pb-2 text-fg-2 tabular-nums">{made + changed === 0 && !plan.applied ? words.nothing : words.sum(made, changed, same)}</p>
          <ul className="overflow-hidden rounded-card border border-line">
            {inOrder(plan.changes).map((change) => (
              <ChangeRow key={`${change.kind} ${change.name}`} change={change} />
            ))}
          </ul>
        </div>
      )}
      {isStale && <p role="status">{words.stale}</p>}
      {plan.applied && (
        <div>
          <Button onClick={onAnother}>{words.another}</Button>
        </div>
      )}
      {!plan.applied && !isStale && plan.problems.length === 0 && made + changed > 0 && (
        <div className="flex flex-wrap items-center gap-3 pb-2">
          <Button variant="primary" aria-disabled={busy} onClick={() => !busy && onApply()}>
            {busy ? words.applying : words.apply(made + changed)}
          </Button>
          <span className="min-w-0 flex-1 basis-60 text-12 text-fg-3">{words.applyDetail}</span>
        </div>
      )}
    </section>
  );
}

function Signer({ plan: { signer, warnings } }: { plan: ImportPlan }) {
  const isWrong = warnings.some((warning) => warning.code === "signature_wrong");
  const Icon = signer !== null && signer.name !== null ? BadgeCheck : signer !== null || isWrong ? ShieldAlert : CircleHelp;
  const unknown = isWrong ? words.signer.wrong : words.signer.none;
  const text = signer === null ? unknown : signer.name === null ? words.signer.stranger : words.signer.known(signer.name);
  return (
    <p className="flex items-start gap-1.5 text-fg-2">
      <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {text}
        {signer !== null && <span className="block font-mono text-12 text-fg-3">{signer.key}</span>}
      </span>
    </p>
  );
}

function Problems({ problems, onProblem }: { problems: readonly ImportProblem[]; onProblem: (problem: ImportProblem) => void }) {
  return (
    <section aria-label={words.problems(problems.length)} className="rounded-card bg-failed-bg px-3 py-2.5">
      <h4 className="flex items-center gap-2 font-medium text-failed-fg">
        <StatusShape tone="failed" />
        {words.problems(problems.length)}
      </h4>
      <p className="text-fg">{words.problemsDetail}</p>
      <ul className="flex flex-col gap-1 pt-2">
        {problems.map((problem, index) => (
          <li key={index}>
            <button type="button" onClick={() => onProblem(problem)} className="rounded-chip text-left wrap-anywhere hover:underline">
              <span className="font-mono text-12">
                {words.line(problem.line)} · {problem.code}
              </span>{" "}
              <ForeignText text={problem.message} strictness="prose" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warnings({ warnings }: { warnings: readonly ImportWarning[] }) {
  return (
    <section aria-label={words.warnings} className="rounded-card bg-approval-bg px-3 py-2.5">
      <h4 className="flex items-center gap-2 font-medium text-approval-fg">
        <TriangleAlert size={16} aria-hidden="true" />
        {words.warnings}
      </h4>
      <ul className="flex flex-col gap-1 pt-1.5">
        {warnings.map((warning, index) => (
          <li key={index} className="wrap-anywhere">
            <ForeignText text={warning.message} strictness="prose" />
            {warning.name !== null && (
              <>
                {" "}
                <Link {...anyLink({ to: "/settings/credentials" })} className="rounded-chip underline underline-offset-2">
                  {words.valueMissing}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
