import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { memo, type CSSProperties, type MouseEvent } from "react";

import type { RunSummary } from "@/api/types";
import { whoRuns } from "@/api/who-runs";
import { grid, shown } from "@/features/runs/columns";
import { nameOf, reasonOf, type Reason } from "@/features/runs/reason";
import { runActs, runs as words } from "@/text/runs";
import { Checkbox } from "@/ui/field";
import { Flash } from "@/ui/flash";
import { ForeignText } from "@/ui/foreign-text";
import { Status } from "@/ui/status";
import { Clock, Duration } from "@/ui/time";

export interface RunRowProps {
  run: RunSummary;
  id: string;
  /** Its place in the whole list, from 1. */
  index: number;
  current: boolean;
  dimmed: boolean;
  selected: boolean;
  /** Whether any row is selected: then each shows its box. */
  selecting: boolean;
  /** The effect of the approval it waits for. */
  sentence: string | undefined;
  card: boolean;
  style?: CSSProperties | undefined;
  onOpen: (run: RunSummary, newTab: boolean) => void;
  onPoint: (run: RunSummary) => void;
  onSelect: (run: RunSummary) => void;
}

/** A run as one line; on a phone as a card. Memorized: of ten thousand only what changed is drawn. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, id, index, current, dimmed, selected, card, style, onOpen, onPoint } = props;
  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a,input,label,button") !== null) return;
    onPoint(run);
    onOpen(run, event.ctrlKey || event.metaKey);
  };
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-current={current || undefined}
      style={style}
      onClick={click}
      onAuxClick={(event) => event.button === 1 && onOpen(run, true)}
      data-hint={dimmed ? words.noLongerFits : undefined}
      className={clsx(
        "border-b border-line",
        current ? "bg-selected shadow-[inset_3px_0_var(--accent)]" : "hover:bg-hover",
        dimmed && "opacity-55",
        card ? "flex h-16 items-center gap-3 px-4" : [grid, "h-(--row-1)"],
      )}
    >
      {card ? <CardCells {...props} /> : <RowCells {...props} />}
    </div>
  );
});

function RowCells({ run, selected, selecting, sentence, onSelect }: RunRowProps) {
  const reason = reasonOf(run, sentence);
  return (
    <>
      <div role="gridcell" className="flex min-w-0 items-center gap-2">
        {selecting && (
          <Checkbox bare label={runActs.select(nameOf(run))} checked={selected} tabIndex={-1} onChange={() => onSelect(run)} />
        )}
        <Flash value={`${run.status} ${run.waiting_for.join()}`}>
          <Status status={run.status} waitingFor={run.waiting_for} />
        </Flash>
      </div>
      <div role="gridcell" className="min-w-0">
        <Name run={run} />
      </div>
      <div role="gridcell" data-hint={words.version(whoRuns(run).name, whoRuns(run).version)} className={clsx("truncate text-fg-2", shown.agent)}>
        {whoRuns(run).name}
      </div>
      <div role="gridcell" data-cut="" className={clsx("truncate text-fg-2", shown.requester)}>
        <ForeignText text={run.requester.name} />
      </div>
      <div role="gridcell" className={clsx("min-w-0", shown.reason)}>
        {reason !== undefined && <ReasonText reason={reason} />}
      </div>
      <div role="gridcell" className="text-right text-fg-2">
        <Took run={run} />
      </div>
      <div
        role="gridcell"
        data-hint={run.tokens_used > 0 ? words.exactTokens(run.tokens_used) : undefined}
        className={clsx("text-right text-fg-2 tabular-nums", shown.tokens)}
      >
        {run.tokens_used > 0 && words.compact(run.tokens_used)}
      </div>
      <div role="gridcell" className="text-right whitespace-nowrap text-fg-3">
        <Clock at={run.created_at} inRow />
      </div>
    </>
  );
}

function CardCells({ run, selected, selecting, sentence, onSelect }: RunRowProps) {
  const reason = reasonOf(run, sentence);
  return (
    <>
      <div role="gridcell" className="flex shrink-0 items-center gap-2">
        {selecting && (
          <Checkbox bare label={runActs.select(nameOf(run))} checked={selected} tabIndex={-1} onChange={() => onSelect(run)} />
        )}
        <Status form="shape" status={run.status} waitingFor={run.waiting_for} size={20} />
      </div>
      <div role="gridcell" className="min-w-0 flex-1">
        <span className="block text-14">
          <Name run={run} />
        </span>
        <span className="flex min-w-0 gap-1.5 text-12 text-fg-3">
          <span className="shrink-0">{whoRuns(run).name}</span>
          {reason !== undefined && (
            <span className="min-w-0 truncate">
              <ReasonText reason={reason} />
            </span>
          )}
        </span>
      </div>
      <div role="gridcell" className="shrink-0 text-right text-12 text-fg-3">
        <span className="block text-fg-2">
          <Took run={run} />
        </span>
        <Clock at={run.created_at} inRow />
      </div>
    </>
  );
}

function Name({ run }: { run: RunSummary }) {
  const name = nameOf(run);
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run.id }}
      tabIndex={-1}
      data-cut=""
      className="block truncate font-medium"
    >
      {name === "" ? <span className="text-fg-3">{words.noInput}</span> : <ForeignText text={name} strictness="prose" />}
    </Link>
  );
}

function Took({ run }: { run: RunSummary }) {
  if (run.started_at === null) return null;
  const length = run.ended_at === null ? null : Date.parse(run.ended_at) - Date.parse(run.started_at);
  return <Duration of={length} since={run.started_at} />;
}

export function ReasonText({ reason }: { reason: Reason }) {
  return (
    <span
      data-hint={reason.hint}
      data-cut={reason.hint === undefined ? "" : undefined}
      className={clsx(
        "block truncate",
        reason.code && "font-mono text-12",
        reason.tone === "failed" ? "text-failed-fg" : reason.tone === "attention" ? "text-attention-fg" : "text-fg-2",
      )}
    >
      {reason.text}
    </span>
  );
}
