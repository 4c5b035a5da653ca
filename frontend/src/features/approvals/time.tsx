import clsx from "clsx";

import { exactWords } from "@/ui/time-words";

interface TimeProps {
  at: string;
  text: string;
  className?: string;
}

/** A time inside a sentence; its exact form comes on hover and focus. */
export function Time({ at, text, className }: TimeProps) {
  return (
    <time dateTime={at} tabIndex={0} data-hint={exactWords(Date.parse(at))} className={clsx("rounded-chip tabular-nums", className)}>
      {text}
    </time>
  );
}
