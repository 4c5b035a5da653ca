import clsx from "clsx";
import { useEffect, useRef } from "react";

import { ForeignText } from "@/ui/foreign-text";

import type { ApprovalCard } from "../model/card";
import { emphasise } from "../model/sentence";
import { takesFocus } from "../sentence-focus";

interface SentenceProps {
  card: ApprovalCard;
  className?: string;
}

/**
 * What will happen, in one sentence: the tool's template filled with the checked arguments, never a model's words.
 * After a decision the focus comes here, to the next one's.
 */
export function Sentence({ card, className }: SentenceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus(card.id)) heading.current?.focus();
  }, [card.id]);
  return (
    <h2
      ref={heading}
      id="sentence"
      tabIndex={-1}
      data-focus="quiet"
      className={clsx("font-medium tracking-[-.012em] text-pretty wrap-anywhere", className)}
    >
      {emphasise(card.sentence, card.arguments).map((part, index) =>
        typeof part === "string" ? (
          <ForeignText key={index} text={part} strictness="prose" />
        ) : (
          <b key={index} className="font-[650]">
            <ForeignText text={"strong" in part ? part.strong : part.code} strictness="prose" />
          </b>
        ),
      )}
    </h2>
  );
}
