import clsx from "clsx";
import { useMemo, useState } from "react";

import { changedRange, diffRows, type DiffRow, type Side } from "@/features/studio/model/diff";
import { foldedRows } from "@/features/studio/model/folded";
import { changes as words } from "@/text/studio";

interface DiffViewProps {
  before: string;
  after: string;
  /** What stands on each side. */
  beforeName: string;
  afterName: string;
}

/** Two texts side by side; long stretches that are alike are folded. */
export function DiffView({ before, after, beforeName, afterName }: DiffViewProps) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const parts = useMemo(() => foldedRows(rows, open), [rows, open]);
  if (rows.every((row) => row.kind === "same")) return <p className="py-4 text-fg-2">{words.same}</p>;
  return (
    <table className="w-full table-fixed border-collapse font-mono text-12 leading-5">
      <caption className="sr-only">{words.table}</caption>
      <colgroup>
        <col className="w-10" />
        <col />
        <col className="w-10" />
        <col />
      </colgroup>
      <thead className="sticky top-0 z-10 bg-raised">
        <tr className="border-b border-line text-left font-sans text-12 text-fg-3">
          
          <th scope="col" colSpan={2} className="px-2 py-1.5 font-medium">{beforeName}</th>
          
          <th scope="col" colSpan={2} className="border-l border-line px-2 py-1.5 font-medium">{afterName}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) =>
          part.fold === undefined ? (
            <Row key={`r${part.at}`} row={part.row} />
          ) : (
            <tr key={`f${part.at}`}>
              <td colSpan={4} className="border-y border-line bg-sunken p-0">
                <button
                  type="button"
                  onClick={() => setOpen(new Set([...open, part.at]))}
                  className="w-full px-2 py-0.5 text-left font-sans text-12 text-fg-3 hover:text-fg focus-visible:-outline-offset-2"
                >
                  {words.folded(part.fold)}
                </button>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: DiffRow }) {
  const range = row.before !== null && row.after !== null && row.kind === "changed" ? changedRange(row.before.text, row.after.text) : undefined;
  return (
    <tr>
      <Cell side={row.before} look={row.before === null || row.kind === "same" ? "same" : "removed"} range={range?.before} />
      <Cell side={row.after} look={row.after === null || row.kind === "same" ? "same" : "added"} range={range?.after} edge />
    </tr>
  );
}

interface CellProps {
  side: Side | null;
  look: "same" | "removed" | "added";
  range: [number, number] | undefined;
  edge?: boolean;
}

const backs = { same: "", removed: "bg-removed-bg", added: "bg-added-bg" } as const;
const marks = { same: "", removed: "text-removed-fg", added: "text-added-fg" } as const;
const signs = { same: "", removed: "−", added: "+" } as const;

function Cell({ side, look, range, edge = false }: CellProps) {
  const text = side?.text ?? "";
  return (
    <>
      <td className={clsx("pr-1.5 text-right align-top text-fg-3 select-none", edge && "border-l border-line", side === null ? "bg-sunken" : backs[look])}>
        {side?.line}
      </td>
      <td className={clsx("pr-2 align-top whitespace-pre-wrap wrap-anywhere", side === null ? "bg-sunken" : backs[look])}>
        <span aria-hidden="true" className={clsx("inline-block w-3.5 select-none", marks[look])}>
          {signs[look]}
        </span>
        {look !== "same" && <span className="sr-only">{words[look]} </span>}
        {range === undefined ? (
          text
        ) : (
          <>
            {text.slice(0, range[0])}
            <mark className={clsx("rounded-[2px] bg-transparent font-semibold underline underline-offset-2", marks[look])}>
              {text.slice(range[0], range[1])}
            </mark>
            {text.slice(range[1])}
          </>
        )}
      </td>
    </>
  );
}
