import clsx from "clsx";

import { placeOf, tickText, type Window } from "@/features/run/model/axis";
import { columns, tookColumn } from "@/features/run/waterfall/columns";
import { axis as words } from "@/text/run-trace";
import { traceClockWords } from "@/ui/time-words";

interface AxisHeadProps {
  steps: number;
  window: Window;
  marks: readonly number[];
  /** Null: the run has ended. */
  now: number | null;
  /** When the run was created, where clock times are shown instead. */
  clockFrom: number | null;
  /** There is little room: marks keep farther from "now". */
  narrow: boolean;
}

/** The round times above the rows. */
export function AxisHead({ steps, window, marks, now, clockFrom, narrow }: AxisHeadProps) {
  const nowPlace = now === null ? null : placeOf(now, window);
  return (
    <div className={clsx(columns, "h-[30px] shrink-0 border-b border-line bg-sunken text-12 text-fg-3")} aria-hidden="true">
      <span className="truncate border-r border-line pl-5 leading-[30px]">{words.steps(steps)}</span>
      <span className="relative overflow-hidden tabular-nums">
        {marks.map((mark) => (
          <span key={mark} className="absolute top-1.5 pl-[5px] whitespace-nowrap" style={{ left: `${placeOf(mark, window)}%` }}>
            {isClear(mark, window, nowPlace, narrow) && (clockFrom === null ? tickText(mark, window) : traceClockWords(clockFrom + mark, clockFrom + mark))}
          </span>
        ))}
        {nowPlace !== null && nowPlace >= 0 && nowPlace <= 100 && (
          <span className="absolute top-1.5 bg-sunken pl-[5px]" style={{ left: `${nowPlace}%` }}>
            {words.now}
          </span>
        )}
      </span>
      <span className={clsx(tookColumn, "leading-[30px]")}>{words.took}</span>
      <span className="hidden pr-3.5 text-right leading-[30px] phone:block">{words.tokens}</span>
      <span className="hidden pr-3.5 text-right leading-[30px] phone:block">{words.cost}</span>
    </div>
  );
}

/** A mark that would lie under "now", or be cut at the end, is left out. */
function isClear(mark: number, window: Window, now: number | null, narrow: boolean): boolean {
  const place = placeOf(mark, window);
  const [before, after, end] = narrow ? [22, 16, 86] : [9, 6, 96];
  return place < end && (now === null || place < now - before || place > now + after);
}
