import { CalendarPlus, X } from "lucide-react";

import { PriceCell } from "@/features/settings/prices/price-cell";
import { GRID, isMoney, PRICE_FIELDS, SPANS, type PriceField, type PriceRow } from "@/features/settings/prices/price-rows";
import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import type { Problem } from "@/features/studio/model/shapes";
import { prices as words } from "@/text/settings-prices";
import { Chip } from "@/ui/chip";
import { IconButton } from "@/ui/icon-button";

interface PriceLineProps {
  row: PriceRow;
  index: number;
  problems: readonly Problem[];
  readOnly: boolean;
  /** The day of what came with Baton, where this row is one of it. */
  shipped: string | undefined;
  onChange: (field: PriceField, text: string) => void;
  onAnother: () => void;
  onRemove: () => void;
}

/** One price. Where there is no room for all its columns it has two lines, and each amount its name. */
export function PriceLine({ row, index, problems, readOnly, shipped, onChange, onAnother, onRemove }: PriceLineProps) {
  const wrong = wordsOf({ problems }, pointer("prices", index), true);
  return (
    <div role="row" aria-rowindex={index + 2} className={`${GRID} items-end border-b border-line py-1 hover:bg-hover`}>
      {PRICE_FIELDS.map((field) => {
        const at = pointer("prices", index, field);
        return (
          <span role="cell" key={field} className={`min-w-0 ${SPANS[field]}`}>
            {isMoney(field) && <span className="block truncate px-1.5 text-right text-11 text-fg-3 @min-[680px]:hidden">{words.columns[field]}</span>}
            <PriceCell
              field={field}
              label={words.cell(words.columns[field], index + 1)}
              at={at}
              value={row[field]}
              readOnly={readOnly}
              wrong={problems.some((problem) => problem.pointer === at)}
              onChange={(text) => onChange(field, text)}
            />
          </span>
        );
      })}
      <span role="cell" className="flex min-h-8 min-w-14 items-center justify-end gap-0.5">
        {shipped !== undefined && (
          <span data-hint={words.shippedHint(shipped)}>
            <Chip quiet>{shipped}</Chip>
          </span>
        )}
        {!readOnly && shipped === undefined && <IconButton icon={CalendarPlus} label={words.newDay(row.model)} onClick={onAnother} />}
        {!readOnly && <IconButton icon={X} label={words.remove(row.model)} onClick={onRemove} />}
      </span>
      {wrong !== undefined && (
        <span role="cell" className="col-span-full px-1.5 pb-1 text-12 text-danger">
          {wrong}
        </span>
      )}
    </div>
  );
}
