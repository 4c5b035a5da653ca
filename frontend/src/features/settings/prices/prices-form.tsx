import { CalendarPlus, Plus, Search, X } from "lucide-react";
import { useMemo, useState } from "react";

import { PriceCell } from "@/features/settings/prices/price-cell";
import {
  found,
  isShipped,
  PRICE_FIELDS,
  rowsOf,
  shippedSet,
  withNewPrice,
  withoutPrice,
  withPrice,
  type PriceField,
} from "@/features/settings/prices/price-rows";
import type { PricesDetail } from "@/features/settings/prices/shipped-notice";
import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { prices as words } from "@/text/settings-prices";
import { Button } from "@/ui/button";
import { Chip } from "@/ui/chip";
import { TextInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { now, useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

const widths: Record<PriceField, string> = {
  provider: "w-[15%]",
  model: "w-[24%]",
  from: "w-[14%]",
  currency: "w-[9%]",
  input: "w-[10%]",
  cached: "w-[10%]",
  output: "w-[10%]",
};

/** The prices as a table that is written in. While nobody has written any, those that come with Baton are shown. */
export function PricesForm({ editor }: { editor: Editor<PricesDetail> }) {
  const [sought, setSought] = useState("");
  const minute = useNow("minute");
  const { shipped, version } = editor.detail;
  const own = rowsOf(editor.content);
  const showsShipped = own.length === 0 && version === null;
  const content = showsShipped ? shipped.content : editor.content;
  const rows = rowsOf(content);
  const known = useMemo(() => shippedSet(shipped.content), [shipped.content]);
  const shown = found(rows, sought.trim());
  const readOnly = editor.readOnly !== undefined || showsShipped;
  const asOf = clockWords(Date.parse(shipped.as_of), minute);
  const add = (after: number | null) => {
    setSought("");
    editor.change(withNewPrice(showsShipped ? {} : editor.content, after, new Date(now()).toISOString().slice(0, 10)));
  };
  return (
    <section aria-label={words.label} className="flex flex-col gap-2 px-5 py-2">
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
      <div className="overflow-x-auto">
        <table aria-label={words.label} className="w-full min-w-[760px] table-fixed border-collapse">
          <thead>
            <tr className="h-8 border-b border-line text-left text-12 text-fg-2">
              {PRICE_FIELDS.map((field) => (
                <th key={field} scope="col" className={`truncate px-1.5 font-medium ${widths[field]} ${isMoney(field) ? "text-right" : ""}`}>
                  {words.columns[field]}
                </th>
              ))}
              <th scope="col" className="w-[92px]" />
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              const wrong = showsShipped ? undefined : wordsOf(editor, pointer("prices", index), true);
              const comes = isShipped(row, known);
              return (
                <tr key={index} className="border-b border-line align-top hover:bg-hover">
                  {PRICE_FIELDS.map((field) => (
                    <td key={field} className="px-1 py-1">
                      <PriceCell
                        field={field}
                        label={words.cell(words.columns[field], index + 1)}
                        at={pointer("prices", index, field)}
                        value={row[field]}
                        readOnly={readOnly}
                        wrong={!showsShipped && editor.problems.some((problem) => problem.pointer === pointer("prices", index, field))}
                        onChange={(text) => editor.change(withPrice(editor.content, index, field, text))}
                      />
                      {field === "model" && wrong !== undefined && <div className="px-1.5 pt-1 text-12 text-danger">{wrong}</div>}
                    </td>
                  ))}
                  <td className="py-1 pl-1 text-right whitespace-nowrap">
                    {comes && (
                      <span data-hint={words.shippedHint(asOf)}>
                        <Chip quiet>{readOnly ? asOf : words.shipped}</Chip>
                      </span>
                    )}
                    {!readOnly && !comes && <IconButton icon={CalendarPlus} label={words.newDay(row.model)} onClick={() => add(index)} />}
                    {!readOnly && <IconButton icon={X} label={words.remove(row.model)} onClick={() => editor.change(withoutPrice(editor.content, index))} />}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {shown.length === 0 && <p className="py-4 text-fg-3">{sought.trim() === "" ? words.none : words.noMatch(sought.trim())}</p>}
      </div>
    </section>
  );
}

function isMoney(field: PriceField): boolean {
  return field === "input" || field === "cached" || field === "output";
}
