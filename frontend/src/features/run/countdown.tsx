import clsx from "clsx";

import type { NextTry } from "@/features/run/model/tries";
import { nextTry as words } from "@/text/run-story";
import { useNow } from "@/ui/now";
import { exactWords, runningWords } from "@/ui/time-words";

interface CountdownProps {
  next: NextTry;
  className?: string;
}

/** How long until the next try begins. Nothing in the record says that it has begun: its time has come. */
export function Countdown({ next, className }: CountdownProps) {
  const left = next.at - useNow("second");
  return (
    <span role="timer" data-hint={exactWords(next.at)} className={clsx("tabular-nums", className)}>
      {left > 0 ? words.in(next.number, runningWords(left)) : words.underWay(next.number)}
    </span>
  );
}
