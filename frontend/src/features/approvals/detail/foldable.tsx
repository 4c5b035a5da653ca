import clsx from "clsx";
import { useState } from "react";

import { card as words } from "@/text/approvals";
import { ForeignText } from "@/ui/foreign-text";

interface FoldableProps {
  text: string;
  mono?: boolean;
  className?: string;
}

const LONG = 600;
const LINES = 8;

/** A text of others, whole; a long one is folded until it is asked for. */
export function Foldable({ text, mono = false, className }: FoldableProps) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > LONG || text.split("\n").length > LINES + 2;
  return (
    <div className={className}>
      <ForeignText text={text} block mono={mono} className={clsx(isLong && !open && "line-clamp-6")} />
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-0.5 rounded-chip text-12 text-accent underline decoration-1 underline-offset-[3px] pointer-coarse:min-h-11"
        >
          {open ? words.showLess : words.showAll(text.length)}
        </button>
      )}
    </div>
  );
}
