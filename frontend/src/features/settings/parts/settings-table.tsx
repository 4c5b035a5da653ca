import clsx from "clsx";
import type { ReactNode } from "react";

import { useMedia, widths } from "@/ui/use-media";

export interface Column<Row> {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** Its width, where there is room for columns. */
  width?: string;
  align?: "right";
  /** Left out where there is one column only. */
  wideOnly?: boolean;
}

interface SettingsTableProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  /** At the end of a row: its acts. */
  acts?: ((row: Row) => ReactNode) | undefined;
  actsLabel?: string;
  isQuiet?: (row: Row) => boolean;
}

/** A table; on a phone each row is a card of its own, since a table would scroll sideways. */
export function SettingsTable<Row>(props: SettingsTableProps<Row>) {
  return useMedia(widths.onePane) ? <Cards {...props} /> : <Wide {...props} />;
}

function Wide<Row>({ label, rows, keyOf, columns, acts, actsLabel, isQuiet }: SettingsTableProps<Row>) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr className="h-8 border-b border-line text-left text-12 text-fg-2">
          {columns.map((column) => (
            <th key={column.id} scope="col" className={clsx("truncate px-2.5 font-medium first:pl-5 last:pr-5", column.width, column.align === "right" && "text-right")}>
              {column.name}
            </th>
          ))}
          {acts && (
            <th scope="col" className="w-14">
              <span className="sr-only">{actsLabel}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={clsx("h-[42px] border-b border-line hover:bg-hover", isQuiet?.(row) === true && "text-fg-3")}>
            {columns.map((column, index) => {
              const Cell = index === 0 ? "th" : "td";
              return (
                <Cell
                  key={column.id}
                  scope={index === 0 ? "row" : undefined}
                  className={clsx("px-2.5 text-left font-normal first:pl-5 last:pr-5", column.align === "right" && "text-right tabular-nums")}
                >
                  <div data-cut="" className="truncate py-1">
                    {column.cell(row)}
                  </div>
                </Cell>
              );
            })}
            {acts && <td className="pr-4 text-right">{acts(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ label, rows, keyOf, columns, acts, isQuiet }: SettingsTableProps<Row>) {
  const [first, ...rest] = columns;
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={clsx("flex items-start gap-2 border-b border-line py-3 pr-2 pl-4", isQuiet?.(row) === true && "text-fg-3")}>
          <div className="min-w-0 flex-1">
            <div className="pb-1 wrap-anywhere">{first?.cell(row)}</div>
            <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-0.5">
              {rest
                .filter((column) => column.wideOnly !== true)
                .map((column) => (
                  <div key={column.id} className="contents">
                    <dt className="text-12 leading-5 text-fg-3">{column.name}</dt>
                    <dd className="min-w-0 wrap-anywhere">{column.cell(row)}</dd>
                  </div>
                ))}
            </dl>
          </div>
          {acts && <div className="-mt-1 shrink-0 pointer-coarse:-mt-3">{acts(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
