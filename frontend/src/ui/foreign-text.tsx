import clsx from "clsx";

import { state } from "@/text/common";
import { visibleParts, type Strictness } from "@/ui/visible";

interface ForeignTextProps {
  text: string;
  /** `decision` for one line that a person decides by; `prose` for what is read. */
  strictness?: Strictness;
  /** Keeps lines and spaces, breaks anywhere; otherwise it stands in a line of ours. */
  block?: boolean;
  mono?: boolean;
  className?: string;
}

/** Text of a model, a customer or a page: always text, never markup, and nothing hidden in it. */
export function ForeignText({ text, strictness, block = false, mono = false, className }: ForeignTextProps) {
  const parts = visibleParts(text, strictness ?? (block ? "prose" : "decision"));
  const Tag = block ? "div" : "bdi";
  return (
    <Tag
      dir="auto"
      className={clsx(block && "wrap-anywhere whitespace-pre-wrap", mono && "font-mono text-12", className)}
    >
      {parts.map((part, index) =>
        part.code === undefined ? (
          part.text
        ) : (
          <span
            key={index}
            data-hint={state.hiddenSign(part.code)}
            className="rounded-chip bg-attention-bg px-0.5 font-mono text-[.85em] text-attention-fg"
          >
            {part.text}
          </span>
        ),
      )}
    </Tag>
  );
}
