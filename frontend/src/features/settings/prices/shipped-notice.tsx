import type { Content, Detail } from "@/features/studio/model/shapes";
import type { Editor } from "@/features/studio/use-editor";
import { rowsOf } from "@/features/settings/prices/price-rows";
import { prices as words } from "@/text/settings-prices";
import { Button } from "@/ui/button";
import { useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

export interface PricesDetail extends Detail {
  readonly shipped: {
    /** The day they are of. */
    readonly as_of: string;
    readonly content: Content;
    readonly text: string;
  };
}

/** What a price is, and which ones hold while nobody has published any. */
export function ShippedNotice({ editor }: { editor: Editor<PricesDetail> }) {
  const now = useNow("minute");
  const { detail, content, readOnly } = editor;
  const date = clockWords(Date.parse(detail.shipped.as_of), now);
  const isEmpty = rowsOf(content).length === 0;
  return (
    <div className="flex flex-col gap-2 px-5 py-2">
      <p className="max-w-[720px] text-fg-2">
        {words.about} {words.unknown}
      </p>
      <p className="flex max-w-[720px] flex-wrap items-center gap-x-3 gap-y-2 text-fg-2">
        <span className="min-w-0 flex-1 basis-72">{detail.version === null ? words.shippedHold(date) : words.shippedBeside(date)}</span>
        {isEmpty && readOnly === undefined && <Button onClick={() => editor.change(detail.shipped.content)}>{words.startFrom}</Button>}
      </p>
    </div>
  );
}
