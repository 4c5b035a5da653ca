import { cutAt } from "@/features/run/model/search";
import type { Phrase } from "@/text/phrase";
import { ForeignText } from "@/ui/foreign-text";

interface MarkedProps {
  text: string;
  /** What is looked for in this run; empty for nothing. */
  find: string;
}

/** Text in a line of ours, nothing hidden in it, with what is looked for marked. */
export function Marked({ text, find }: MarkedProps) {
  if (find === "") return <ForeignText text={text} />;
  return cutAt(text, find).map((part, index) =>
    index % 2 === 0 ? (
      part !== "" && <ForeignText key={index} text={part} />
    ) : (
      <mark key={index} className="rounded-[2px] bg-accent-soft text-fg underline decoration-accent decoration-2 underline-offset-2">
        <ForeignText text={part} />
      </mark>
    ),
  );
}

interface PhraseTextProps {
  phrase: Phrase;
  find?: string;
}

/** A sentence of the catalogue: names stand out, and every part is text. */
export function PhraseText({ phrase, find = "" }: PhraseTextProps) {
  return phrase.map((part, index) => {
    if (typeof part === "string") return <Marked key={index} text={part} find={find} />;
    if ("strong" in part) {
      return (
        <b key={index} className="font-semibold text-fg">
          <Marked text={part.strong} find={find} />
        </b>
      );
    }
    return (
      <code key={index} className="text-[.92em]">
        <Marked text={part.code} find={find} />
      </code>
    );
  });
}
