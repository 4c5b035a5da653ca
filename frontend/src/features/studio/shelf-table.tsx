import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Archive, CircleCheck, Pencil } from "lucide-react";
import type { ReactNode } from "react";

import type { Listed } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";
import { rowId } from "@/features/studio/use-row-keys";
import { shelfList as words } from "@/text/studio";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { Clock } from "@/ui/time";

/** A column that only this kind has. */
export interface ShelfColumn<L extends Listed = Listed> {
  readonly id: string;
  readonly name: string;
  readonly cell: (row: L) => ReactNode;
  /** The width from which it is shown. */
  readonly from?: "phone" | "split" | "rail";
  readonly right?: boolean;
  /** Its width as a class; otherwise columns share what is left. */
  readonly width?: string;
}

interface ShelfTableProps<L extends Listed> {
  shelf: Shelf;
  rows: readonly L[];
  columns: readonly ShelfColumn<L>[];
  current: string | undefined;
  onPoint: (id: string) => void;
}

const from = { phone: "hidden phone:table-cell", split: "hidden split:table-cell", rail: "hidden rail:table-cell" } as const;
const head = "h-8 px-2.5 text-left text-12 font-medium whitespace-nowrap text-fg-3 first:pl-4 last:pr-4 phone:first:pl-5 phone:last:pr-5";
const cell = "h-(--row-2) max-w-0 px-2.5 first:pl-4 last:pr-4 phone:first:pl-5 phone:last:pr-5";

/** The rows; the whole row opens it, its name is the link. */
export function ShelfTable<L extends Listed>({ shelf, rows, columns, current, onPoint }: ShelfTableProps<L>) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{words.label(shelf.words.many)}</caption>
      <thead className="sticky top-0 z-10 border-b border-line bg-surface">
        <tr>
          <th scope="col" className={clsx(head, "w-auto phone:w-[34%]")}>{words.columns.name}</th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={clsx(head, column.from !== undefined && from[column.from], column.right === true && "text-right", column.width)}>
              {column.name}
            </th>
          ))}
          <th scope="col" className={clsx(head, "w-36 phone:w-52")}>{words.columns.state}</th>
          {shelf.isPart && <th scope="col" className={clsx(head, from.split, "w-28 text-right")}>{words.columns.usedBy}</th>}
          <th scope="col" className={clsx(head, from.rail, "w-44 text-right")}>{words.columns.published}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            id={rowId(row.id)}
            aria-current={row.id === current ? "true" : undefined}
            onFocus={() => onPoint(row.id)}
            className={clsx("relative border-b border-line", row.id === current ? "bg-selected" : "hover:bg-hover")}
          >
            <td className={clsx(cell, row.id === current && "shadow-[inset_3px_0_0_var(--accent)]")}>
              <Link
                {...anyLink({ to: `${shelf.page}/$id`, params: { id: row.id } })}
                data-cut=""
                className="block truncate rounded-chip font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                <ForeignText text={row.name} />
              </Link>
              {row.description !== undefined && row.description !== "" && (
                <span className="block truncate text-12 text-fg-3">
                  <ForeignText text={row.description} strictness="prose" />
                </span>
              )}
            </td>
            {columns.map((column) => (
              <td key={column.id} className={clsx(cell, column.from !== undefined && from[column.from], column.right === true && "text-right tabular-nums", "truncate")}>
                {column.cell(row)}
              </td>
            ))}
            <td className={cell}>
              <State row={row} />
            </td>
            {shelf.isPart && <td className={clsx(cell, from.split, "text-right text-fg-2 tabular-nums")}>{row.used_by > 0 && row.used_by}</td>}
            <td className={clsx(cell, from.rail, "truncate text-right text-12 text-fg-3")}>
              {row.published_at !== null && (
                <>
                  <Clock at={row.published_at} inRow className="text-13 text-fg-2" />
                  {row.published_by !== null && (
                    <span className="block truncate">
                      <ForeignText text={words.by(row.published_by.name)} />
                    </span>
                  )}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is live and whether there is a draft. */
function State({ row }: { row: Listed }) {
  if (row.archived_at !== null) return <Chip icon={Archive} quiet>{words.archived}</Chip>;
  return (
    <span className="flex flex-wrap gap-1">
      {row.version !== null && <Chip icon={CircleCheck} quiet>{words.live(row.version)}</Chip>}
      {row.draft !== null && <Chip icon={Pencil}>{words.draftShort}</Chip>}
      {row.version === null && row.draft === null && <span className="text-12 text-fg-3">{words.unpublished}</span>}
    </span>
  );
}
