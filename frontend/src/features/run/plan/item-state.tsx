import { itemTone } from "@/features/run/model/plan";
import type { PlanItemView } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { StatusShape } from "@/ui/status-shape";
import { toneClass } from "@/ui/tones";

/** How far the work on a task of the plan is, as shape and word. */
export function ItemState({ item }: { item: PlanItemView }) {
  const tone = itemTone(item);
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 text-12 font-medium whitespace-nowrap ${toneClass[tone].text}`}>
      <StatusShape tone={tone} size={14} turning={tone === "running"} />
      {words.states[item.state] ?? item.state}
    </span>
  );
}
