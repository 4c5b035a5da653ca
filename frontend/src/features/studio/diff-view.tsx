import { useMemo, useState } from "react";

import { Fold, Row, StackedRow } from "@/features/studio/diff-rows";
import { diffRows } from "@/features/studio/model/diff";
import { foldedRows } from "@/features/studio/model/folded";
import { changes as words } from "@/text/studio";
import { useMedia, widths } from "@/ui/use-media";

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
  const phone = useMedia(widths.phone);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const parts = useMemo(() => foldedRows(rows, open), [rows, open]);
  if (rows.every((row) => row.kind === "same")) return <p className="py-4 text-fg-2">{words.same}</p>;
  const fold = (at: number, count: number, columns: number) => (
    <Fold key={`f${at}`} count={count} columns={columns} onOpen={() => setOpen(new Set([...open, at]))} />
  );
  if (phone) {
    return (
      <table className="w-full table-fixed border-collapse font-mono text-12 leading-5">
        <caption className="sr-only">{words.stacked(beforeName, afterName)}</caption>
        <colgroup>
          <col className="w-10" />
          <col />
        </colgroup>
        <tbody>
          {parts.map((part) => (part.fold === undefined ? <StackedRow key={`r${part.at}`} row={part.row} /> : fold(part.at, part.fold, 2)))}
        </tbody>
      </table>
    );
  }
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
        {parts.map((part) => (part.fold === undefined ? <Row key={`r${part.at}`} row={part.row} /> : fold(part.at, part.fold, 4)))}
      </tbody>
    </table>
  );
}
