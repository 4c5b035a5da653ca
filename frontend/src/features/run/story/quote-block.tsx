import clsx from "clsx";

import { LongText } from "@/features/run/long-text";
import { Marked } from "@/features/run/marked";
import type { Quote, Speaker } from "@/features/run/model/story-item";
import { summaryOf } from "@/features/run/model/summary";
import { story as words } from "@/text/run";

interface QuoteBlockProps {
  runId: string;
  quote: Quote;
  find: string;
}

const speakers: Record<Speaker, string> = {
  person: words.saidByPerson,
  model: words.saidByModel,
  tool: words.saidByTool,
};

/** Words of others, marked as theirs. An object that a tool answered is shown by its fields. */
export function QuoteBlock({ runId, quote, find }: QuoteBlockProps) {
  const summary = quote.speaker === "tool" && typeof quote.text === "string" ? summaryOf(quote.text) : null;
  return (
    <figure aria-label={speakers[quote.speaker]} className="mt-[3px]">
      {summary !== null ? (
        <p className="text-14 text-fg-2">
          {summary.fields.map((field, index) => (
            <span key={field.name}>
              {index > 0 && ", "}
              <span className="text-fg-3">
                <Marked text={field.name} find={find} />
              </span>{" "}
              <Marked text={field.value} find={find} />
            </span>
          ))}
          {summary.more > 0 && <span className="text-fg-3">, {words.moreFields(summary.more)}</span>}
        </p>
      ) : (
        <LongText
          runId={runId}
          text={quote.text}
          most={quote.long ? 4000 : 320}
          lines={quote.long ? 60 : 5}
          find={find}
          mono={quote.speaker === "tool" || quote.json === true}
          className={clsx("text-14 text-fg-2", quote.speaker !== "tool" && "border-l-2 border-line-strong pl-2.5")}
        />
      )}
    </figure>
  );
}
