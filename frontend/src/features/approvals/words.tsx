import type { ReactNode } from "react";

import { type Phrase } from "@/text/phrase";
import { ForeignText } from "@/ui/foreign-text";

interface WordsProps {
  phrase: Phrase;
  /** How its strong parts are drawn; bold unless said. */
  strong?: (text: string) => ReactNode;
}

/** A sentence of the catalogue. Names in it are text of others, and stay text. */
export function Words({ phrase, strong = bold }: WordsProps) {
  return phrase.map((part, index) => {
    if (typeof part === "string") return <ForeignText key={index} text={part} strictness="prose" />;
    if ("code" in part) return <code key={index}>{part.code}</code>;
    return <span key={index}>{strong(part.strong)}</span>;
  });
}

function bold(text: string): ReactNode {
  return (
    <b className="font-medium text-fg">
      <ForeignText text={text} />
    </b>
  );
}
