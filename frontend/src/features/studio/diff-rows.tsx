import clsx from "clsx";

import { changedRange, type DiffRow, type Side } from "@/features/studio/model/diff";
import { changes as words } from "@/text/studio";

/** Lines that are alike, behind a press. */
export function Fold({ count, columns, onOpen }: { count: number; columns: number; onOpen: () => void }) {
  return (
    <tr>
      <td colSpan={columns} className="border-y border-line bg-sunken p-0">
        <button
          type="button"
          onClick={onOpen}
          className="w-full px-2 py-0.5 text-left font-sans text-12 text-fg-3 hover:text-fg focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          {words.folded(count)}
        </button>
      </td>
    </tr>
  );
}

/** Where there is no room for two: what was, and under it what is. */
export function StackedRow({ row: { kind, before, after } }: { row: DiffRow }) {
  const range = kind === "changed" && before !== null && after !== null ? changedRange(before.text, after.text) : undefined;
  if (kind === "same") {
    return (
      <tr>
        <Cell side={after} look="same" range={undefined} />
      </tr>
    );
  }
  return (
    <>
      {before !== null && (
        <tr>
          <Cell side={before} look="removed" range={range?.before} />
        </tr>
      )}
      {after !== null && (
        <tr>
          <Cell side={after} look="added" range={range?.after} />
        </tr>
      )}
    </>
  );
}

/** Both sides of one row. */
export function Row({ row }: { row: DiffRow }) {
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
