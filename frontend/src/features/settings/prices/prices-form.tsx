import { Plus, Search } from "lucide-react";
import { useMemo, useState } from "react";

import { PriceLine } from "@/features/settings/prices/price-line";
import { found, GRID, isMoney, isShipped, PRICE_FIELDS, rowsOf, shippedSet, withNewPrice, withoutPrice, withPrice } from "@/features/settings/prices/price-rows";
import type { PricesDetail } from "@/features/settings/prices/shipped-notice";
import type { Editor } from "@/features/studio/use-editor";
import { prices as words } from "@/text/settings-prices";
import { Button } from "@/ui/button";
import { TextInput } from "@/ui/field";
import { now, useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

/** The prices as a table that is written in. While nobody has written any, those that come with Baton are shown. */
export function PricesForm({ editor }: { editor: Editor<PricesDetail> }) {
  const [sought, setSought] = useState("");
  const minute = useNow("minute");
  const { shipped, version } = editor.detail;
  const showsShipped = rowsOf(editor.content).length === 0 && version === null;
  const rows = rowsOf(showsShipped ? shipped.content : editor.content);
  const known = useMemo(() => shippedSet(shipped.content), [shipped.content]);
  const shown = found(rows, sought.trim());
  const asOf = clockWords(Date.parse(shipped.as_of), minute);
  const add = (after: number | null) => {
    setSought("");
    editor.change(withNewPrice(editor.content, after, new Date(now()).toISOString().slice(0, 10)));
  };
  return (
    <section aria-label={words.label} className="@container flex flex-col gap-2 px-5 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative">
          <Search size={14} aria-hidden="true" className="absolute top-1/2 left-2.5 -translate-y-1/2 text-fg-3" />
          <TextInput aria-label={words.find} placeholder={words.find} value={sought} onChange={(event) => setSought(event.target.value)} className="w-56 pl-8" />
        </span>
        <span className="text-12 text-fg-3">{words.count(rows.length)}</span>
        {editor.readOnly === undefined && (
          <Button icon={Plus} className="ml-auto" onClick={() => add(null)}>
            {words.add}
          </Button>
        )}
      </div>
      <div role="table" aria-label={words.label} aria-rowcount={rows.length + 1}>
        <div role="row" aria-rowindex={1} className={`${GRID} h-8 items-center border-b border-line text-12 text-fg-2 @max-[680px]:sr-only`}>
          {PRICE_FIELDS.map((field) => (
            <span role="columnheader" key={field} className={`truncate px-1.5 font-medium ${isMoney(field) ? "text-right" : ""}`}>
              {words.columns[field]}
            </span>
          ))}
          <span role="columnheader" className="sr-only">
            {words.acts}
          </span>
        </div>
        {shown.map((index) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <PriceLine
                key={index}
                row={row}
                index={index}
                problems={showsShipped ? [] : editor.problems}
                readOnly={editor.readOnly !== undefined || showsShipped}
                shipped={isShipped(row, known) ? asOf : undefined}
                onChange={(field, text) => editor.change(withPrice(editor.content, index, field, text))}
                onAnother={() => add(index)}
                onRemove={() => editor.change(withoutPrice(editor.content, index))}
              />
            )
          );
        })}
      </div>
      {shown.length === 0 && <p className="py-4 text-fg-3">{sought.trim() === "" ? words.none : words.noMatch(sought.trim())}</p>}
    </section>
  );
}
