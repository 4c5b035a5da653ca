import clsx from "clsx";

import { planGraph, type PlacedItem } from "@/features/run/model/plan";
import { ItemState } from "@/features/run/plan/item-state";
import type { PlanItemView } from "@/live/fold/view";
import { runPlan as words } from "@/text/run-plan";
import { ForeignText } from "@/ui/foreign-text";

const [WIDTH, HEIGHT, ACROSS, DOWN] = [248, 80, 52, 14];

interface PlanGraphProps {
  items: readonly PlanItemView[];
  current: string | null;
  onChoose: (key: string) => void;
}

/** The tasks from left to right, each behind what it waits for. Nothing moves while the run goes on. */
export function PlanGraph({ items, current, onChoose }: PlanGraphProps) {
  const { placed, layers, rows, edges } = planGraph(items);
  const [width, height] = [layers * (WIDTH + ACROSS) - ACROSS, rows * (HEIGHT + DOWN) - DOWN];
  return (
    <div className="overflow-x-auto px-5 py-4">
      <div className="relative" style={{ width, height }}>
        <svg aria-hidden="true" width={width} height={height} className="absolute inset-0">
          {edges.map(({ from, to }) => (
            <path
              key={`${from.item.key} ${to.item.key}`}
              d={curve(from, to)}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray={from.item.state === "done" ? undefined : "4 4"}
              className={isNear(from, to, current) ? "stroke-accent" : "stroke-line-control"}
            />
          ))}
        </svg>
        <ul aria-label={words.graph}>
          {placed.map((each) => (
            <li key={each.item.key} className="absolute" style={{ ...cornerOf(each), width: WIDTH, height: HEIGHT }}>
              <PlanNode item={each.item} current={each.item.key === current} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function PlanNode({ item, current, onChoose }: { item: PlanItemView; current: boolean; onChoose: (key: string) => void }) {
  return (
    <button
      type="button"
      aria-current={current ? "true" : undefined}
      onClick={() => onChoose(item.key)}
      className={clsx(
        "flex size-full flex-col justify-center gap-1 rounded-card border px-3 text-left",
        current ? "border-accent bg-selected" : "border-line-strong bg-raised hover:bg-hover",
        item.state === "pending" && "border-dashed",
      )}
    >
      <span className="line-clamp-2 w-full text-13 leading-[18px] font-medium wrap-anywhere" data-cut="">
        <ForeignText text={item.title} />
      </span>
      <span className="flex w-full items-center justify-between gap-2">
        <ItemState item={item} />
        <span className="min-w-0 truncate text-12 text-fg-3" data-cut="">
          <ForeignText text={item.author ?? item.agent} />
        </span>
      </span>
    </button>
  );
}

function cornerOf({ layer, row }: PlacedItem): { left: number; top: number } {
  return { left: layer * (WIDTH + ACROSS), top: row * (HEIGHT + DOWN) };
}

/** From the right edge of what is waited for to the left edge of what waits. */
function curve(from: PlacedItem, to: PlacedItem): string {
  const [start, end] = [cornerOf(from), cornerOf(to)];
  const [x1, y1, x2, y2] = [start.left + WIDTH, start.top + HEIGHT / 2, end.left, end.top + HEIGHT / 2];
  const bend = ACROSS / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function isNear(from: PlacedItem, to: PlacedItem, current: string | null): boolean {
  return current !== null && (from.item.key === current || to.item.key === current);
}
