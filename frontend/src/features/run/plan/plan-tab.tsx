import { ArrowLeft } from "lucide-react";
import { useState } from "react";

import { firstItem } from "@/features/run/model/plan";
import { ItemDetail } from "@/features/run/plan/item-detail";
import { ItemList } from "@/features/run/plan/item-list";
import { PlanGraph } from "@/features/run/plan/plan-graph";
import type { PlanView, RunView } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { Button } from "@/ui/button";
import { ForeignText } from "@/ui/foreign-text";
import { useMedia, widths } from "@/ui/use-media";

interface PlanTabProps {
  runId: string;
  view: RunView;
  /** The key of the task that the address names. */
  chosen: string | null;
  onChoose: (key: string | null) => void;
  /** Opens the panel of a model call. */
  onOpen: (step: string) => void;
}

/** The plan of a team and how far it is: its tasks as a graph, and all of one of them. */
export function PlanTab({ runId, view, chosen, onChoose, onOpen }: PlanTabProps) {
  const phone = useMedia(widths.phone);
  const { plan } = view;
  // What was shown first stays: nothing changes under somebody who reads.
  const [usual] = useState(() => firstItem(plan?.items ?? [])?.key);
  if (plan === null) return null;
  const named = plan.items.find((each) => each.key === chosen) ?? null;
  const item = named ?? (phone ? null : (plan.items.find((each) => each.key === usual) ?? null));
  return (
    <section aria-label={words.label} tabIndex={0} className="min-h-0 min-w-0 flex-1 overflow-y-auto -outline-offset-2">
      {phone ? (
        item === null ? (
          <>
            <Summary view={view} plan={plan} />
            <ItemList view={view} onChoose={onChoose} />
          </>
        ) : (
          <div className="px-2 pt-2">
            <Button variant="ghost" size="small" icon={ArrowLeft} onClick={() => onChoose(null)}>
              {words.back}
            </Button>
          </div>
        )
      ) : (
        <div className="border-b border-line bg-sunken">
          <Summary view={view} plan={plan} />
          <PlanGraph items={plan.items} current={item?.key ?? null} onChoose={onChoose} />
        </div>
      )}
      {item !== null && <ItemDetail key={item.key} runId={runId} view={view} item={item} onOpen={onOpen} />}
    </section>
  );
}

function Summary({ view, plan }: { view: RunView; plan: PlanView }) {
  const done = plan.items.filter((each) => each.state === "done").length;
  return (
    <p className="px-4 pt-3.5 pb-2 text-12 text-fg-2 phone:px-5 phone:pb-0">
      <b className="font-semibold text-fg">{words.summary(done, plan.items.length)}</b>
      {", "}
      <ForeignText text={sourceText(view, plan)} />
    </p>
  );
}

function sourceText({ tasks }: RunView, { source }: PlanView): string {
  if (source === "stored") return words.sources.stored;
  if (source === "input") return words.sources.input;
  return words.sources.model(tasks.find((task) => task.kind === "plan")?.agent.name ?? null);
}
