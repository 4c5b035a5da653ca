import { ChevronRight } from "lucide-react";

import { planGraph } from "@/features/run/model/plan";
import { neededTitles } from "@/features/run/model/team";
import { ItemState } from "@/features/run/plan/item-state";
import type { RunView } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { ForeignText } from "@/ui/foreign-text";

interface ItemListProps {
  view: RunView;
  onChoose: (key: string) => void;
}

/** The plan where a graph has no room: what waits stands below what it waits for, and names it. */
export function ItemList({ view, onChoose }: ItemListProps) {
  return (
    <ol aria-label={words.graph}>
      {planGraph(view.plan?.items ?? []).placed.map(({ item }) => {
        const needed = neededTitles(view, item);
        return (
          <li key={item.key} className="border-b border-line">
            <button type="button" onClick={() => onChoose(item.key)} className="flex w-full items-center gap-2 px-4 py-3 text-left hover:bg-hover">
              <span className="min-w-0 flex-1">
                <span className="block text-14 font-medium wrap-anywhere">
                  <ForeignText text={item.title} />
                </span>
                <span className="mt-0.5 flex flex-wrap items-center gap-x-3">
                  <ItemState item={item} />
                  <span className="text-12 text-fg-3">
                    <ForeignText text={item.author ?? (item.agent || words.nobody)} />
                  </span>
                </span>
                {needed.length > 0 && (
                  <span className="mt-0.5 block text-12 wrap-anywhere text-fg-3">
                    <ForeignText text={words.after(needed)} />
                  </span>
                )}
              </span>
              <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-fg-3" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
