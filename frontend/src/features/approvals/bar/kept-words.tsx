import clsx from "clsx";

import { bar as words } from "@/text/approvals";
import { Copy } from "@/ui/copy";

/** What a person had written when the card was decided or gone without them. */
export function KeptWords({ text, className }: { text: string; className?: string }) {
  if (text === "") return null;
  return (
    <div className={clsx("flex items-start gap-1 text-fg-2", className)}>
      <span className="min-w-0 flex-1">
        {words.wordsKept} <q className="wrap-anywhere whitespace-pre-wrap text-fg">{text}</q>
      </span>
      <Copy text={text} what={words.copyWords} className="-my-1" />
    </div>
  );
}
