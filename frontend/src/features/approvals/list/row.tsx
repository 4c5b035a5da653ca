import clsx from "clsx";
import { memo } from "react";

import { row as words } from "@/text/approvals";
import { Avatar } from "@/ui/avatar";
import { ForeignText } from "@/ui/foreign-text";
import { now } from "@/ui/now";
import { Risk } from "@/ui/risk";
import { Status } from "@/ui/status";
import { Clock, Expiry } from "@/ui/time";
import { clockWords } from "@/ui/time-words";

import { me } from "../data";
import type { ApprovalRow } from "../model/card";

export interface RowProps {
  row: ApprovalRow;
  current: boolean;
  gone: boolean;
  leaving: boolean;
  /** From 1, of all. */
  index: number;
  total: number;
  onOpen: (id: string) => void;
}

/** The id of a row's element. */
export function rowId(id: string): string {
  return `approval-${id}`;
}

/**
 * A line of the inbox: the effect in words first; tool, agent and time second. The sentence alone is its name: the
 * rest is hidden from that and said as its description.
 */
export const InboxRow = memo(function InboxRow({ row, current, gone, leaving, index, total, onOpen }: RowProps) {
  const id = rowId(row.id);
  return (
    <div
      id={id}
      role="option"
      aria-selected={current}
      aria-describedby={`${id}-risk ${id}-facts ${id}-time ${id}-who`}
      aria-posinset={index}
      aria-setsize={total}
      onClick={() => onOpen(row.id)}
      className={clsx(
        "relative grid grid-cols-[16px_minmax(0,1fr)_auto] content-center items-center gap-x-3 overflow-hidden border-b border-line px-4 phone:items-start phone:gap-x-2.5 phone:px-3.5",
        "transition-[height,opacity] duration-(--m-base)",
        leaving ? "h-0 border-b-0 opacity-0" : "h-16 phone:h-(--row-2)",
        current ? "bg-selected shadow-[inset_3px_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      <span id={`${id}-risk`} aria-hidden="true" className={clsx("phone:pt-[3px]", gone && "opacity-50 grayscale")}>
        {row.state === "pending" ? <Risk level={row.risk} className="align-top" /> : <Status of="approval" status={row.state} form="shape" />}
      </span>
      <span className="min-w-0">
        <span data-cut="" className={clsx("block truncate text-14 phone:text-13", gone ? "text-fg-3" : "font-medium")}>
          <ForeignText text={row.sentence} strictness="prose" />
        </span>
        <span id={`${id}-facts`} aria-hidden="true" data-cut="" className={clsx("block truncate text-12", current ? "text-fg-2" : "text-fg-3")}>
          <Facts row={row} />
        </span>
      </span>
      <span className="text-right text-12 whitespace-nowrap tabular-nums">
        <span id={`${id}-time`} aria-hidden="true" className="block leading-5 text-fg-3">
          <RowTime row={row} />
        </span>
        <span id={`${id}-who`} aria-hidden="true" className={clsx("hidden h-5 items-center justify-end gap-1.5 phone:flex", current ? "text-fg-2" : "text-fg-3")}>
          {gone && row.state === "pending" ? words.gone : <Who row={row} />}
        </span>
      </span>
    </div>
  );
});

function Facts({ row }: { row: ApprovalRow }) {
  const { decision } = row;
  if (row.state === "pending") return <ForeignText text={words.facts(row.tool, row.run.agent.name)} />;
  if (decision === null) return outcomes[row.state];
  const reason = decision.reason === null || decision.reason === "" ? "" : ` · ${decision.reason}`;
  return <ForeignText text={words.was(decision.decision, decision.by.id === me() ? words.you : decision.by.name) + reason} strictness="prose" />;
}

const outcomes: Record<ApprovalRow["state"], string> = {
  pending: "",
  approved: "",
  rejected: "",
  expired: words.nobody,
  superseded: words.superseded,
  cancelled: words.cancelled,
};

function RowTime({ row }: { row: ApprovalRow }) {
  if (row.state !== "pending") return <Clock at={row.decision?.at ?? row.expires_at} inRow />;
  return (
    <>
      <span className="sr-only">{words.expiresIn} </span>
      <Expiry at={row.expires_at} inRow />
    </>
  );
}

function Who({ row }: { row: ApprovalRow }) {
  if (row.state !== "pending") {
    return row.consumed_at === null ? null : words.started(clockWords(Date.parse(row.consumed_at), now()));
  }
  const { held } = row;
  if (held === null) return words.anyReviewer;
  const name = held.by.id === me() ? words.you : held.by.name;
  return (
    <span data-hint={held.decision === "approve" ? words.approvedBy(name) : words.rejectedBy(name)} className="inline-flex items-center gap-1.5">
      <Status of="approval" status={held.decision === "approve" ? "approved" : "rejected"} form="shape" />
      <Avatar name={held.by.name} kind={held.by.kind === "user" ? "person" : "key"} />
      <span className="sr-only">{held.decision === "approve" ? words.approvedBy(name) : words.rejectedBy(name)}</span>
    </span>
  );
}
