import clsx from "clsx";
import { Bot, ChevronDown, ChevronRight, Cpu, Play, Search, User, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { memo } from "react";

import { costHint, costWords, isFree } from "@/features/spending/amounts";
import { Marked } from "@/features/run/marked";
import type { Window } from "@/features/run/model/axis";
import { durationText } from "@/features/run/model/duration-text";
import type { Row, RowKind } from "@/features/run/model/spans";
import type { SeenRow } from "@/features/run/model/tree";
import { barLabel } from "@/features/run/waterfall/bar-label";
import { BarView } from "@/features/run/waterfall/bar-view";
import { columns, tookColumn } from "@/features/run/waterfall/columns";
import { waterfall as words } from "@/text/run";
import { number } from "@/text/plural";
import { StatusShape } from "@/ui/status-shape";
import { toneWord } from "@/features/run/waterfall/tone-word";

interface RowViewProps {
  seen: SeenRow;
  window: Window;
  /** Milliseconds since the run was created; a row that has ended gets 0, so that it is not drawn again. */
  now: number;
  who: string;
  find: string;
  current: boolean;
  onOpen: (id: string) => void;
  onFold: (id: string) => void;
}

const icons: Record<RowKind, LucideIcon> = { run: Play, agent: Bot, task: Bot, model: Cpu, try: Cpu, read: Search, tool: Wrench, person: User };

/** One row of the waterfall. The name never scrolls away; success shows the kind, anything else its shape. */
export const RowView = memo(function RowView({ seen, window, now, who, find, current, onOpen, onFold }: RowViewProps) {
  const { row, level, unfolded } = seen;
  const Fold = unfolded === true ? ChevronDown : ChevronRight;
  return (
    <div
      id={`row-${row.id}`}
      role="treeitem"
      aria-level={level}
      aria-posinset={seen.place}
      aria-setsize={seen.of}
      aria-expanded={unfolded ?? undefined}
      aria-selected={current}
      onClick={() => onOpen(row.id)}
      className={clsx(columns, "h-8 cursor-pointer pointer-coarse:h-11 border-b border-line hover:bg-hover/60", current && "bg-selected! shadow-[inset_2px_0_var(--accent)]")}
    >
      <div className="flex min-w-0 items-center gap-1.5 border-r border-line pr-2 [--edge:6px] [--indent:7px] phone:[--edge:12px] phone:[--indent:16px]" style={{ paddingLeft: `calc(var(--edge) + ${level - 1} * var(--indent))` }}>
        {unfolded === null ? (
          <i className="w-3.5 shrink-0" />
        ) : (
          <span
            aria-hidden="true"
            data-hint={unfolded ? words.foldRow(row.name) : words.unfoldRow(row.name)}
            onClick={(event) => {
              event.stopPropagation();
              onFold(row.id);
            }}
            className="-m-1 grid shrink-0 place-items-center rounded-chip p-1 text-fg-3 hover:bg-hover hover:text-fg"
          >
            <Fold size={14} />
          </span>
        )}
        <RowIcon row={row} />
        <span className="min-w-0 truncate max-phone:text-12" data-cut="">
          <span className={clsx(row.kind === "run" || row.kind === "agent" || row.kind === "task" ? "font-semibold" : "font-medium", row.mono && "font-mono text-12")}>
            <Marked text={row.name} find={find} />
          </span>{" "}
          <span className="text-fg-3">
            <Marked text={row.note} find={find} />
          </span>
        </span>
        {row.mark !== null && <span className="ml-auto shrink-0 rounded-chip border border-line-strong px-1 text-11 font-medium text-fg-2">{row.mark}</span>}
      </div>
      <div className="relative min-w-0 overflow-hidden">
        {row.bars.map((bar, index) => (
          <BarView key={index} bar={bar} seen={window} now={now} label={barLabel(row, bar, now, who)} />
        ))}
      </div>
      <span className={clsx(tookColumn, "self-center text-12 text-fg-3 tabular-nums")}>
        {row.tookMs === null ? "" : durationText(row.tookMs)}
      </span>
      <span className="hidden self-center pr-3.5 text-right text-12 text-fg-3 tabular-nums phone:block">
        {row.tokens !== null && (
          <>
            {number(row.tokens)}
            {row.tokensUnknown && "+"}
            <span className="sr-only"> {words.tokens}</span>
          </>
        )}
      </span>
      <span className="hidden self-center truncate pr-3.5 text-right text-12 text-fg-3 tabular-nums phone:block" data-hint={costHint(row.cost)}>
        {!isFree(row.cost) && costWords(row.cost)}
      </span>
    </div>
  );
});

function RowIcon({ row }: { row: Row }) {
  if (row.tone !== null) {
    return <StatusShape tone={row.tone} turning={row.tone === "running"} label={toneWord(row.tone)} size={row.kind === "try" ? 14 : 16} />;
  }
  const Icon = icons[row.kind];
  return <Icon size={14} aria-hidden="true" className="shrink-0 text-fg-3" />;
}
