import clsx from "clsx";

import { placeOf, type Window } from "@/features/run/model/axis";
import type { Bar } from "@/features/run/model/spans";

interface BarViewProps {
  bar: Bar;
  seen: Window;
  /** Milliseconds since the run was created; where an open bar ends. */
  now: number;
  label: string;
}

const HATCH =
  "bg-approval-bg bg-[image:repeating-linear-gradient(-45deg,transparent_0_5px,color-mix(in_srgb,var(--approval-bar)_22%,transparent)_5px_10px)]";

const looks = {
  frame: "h-1 rounded-[2px] bg-frame-bar",
  model: "h-3.5 rounded-[3px] bg-running-bar",
  tool: "h-3.5 rounded-[3px] bg-work-bar",
  failed: "h-3.5 rounded-[3px] bg-failed-bar",
  point: "h-3.5 rounded-[1px] bg-work-bar",
  wait: clsx("h-5 overflow-hidden rounded-[3px] border border-approval-bar", HATCH),
  grace: "h-5 overflow-hidden rounded-[3px] border border-dashed border-approval-bar",
  waited: clsx("h-5 overflow-hidden rounded-[3px] border border-dashed border-approval-bar", HATCH),
};

/** From here on a label has no room beside its bar, in per cent. */
const NARROW = 14;
const RIGHT = 82;

/** One bar with its label: inside a wait that is long enough, beside anything else. */
export function BarView({ bar, seen, now, label }: BarViewProps) {
  const left = Math.max(placeOf(bar.from, seen), -1);
  const right = Math.min(placeOf(bar.to ?? Math.max(now, bar.from), seen), 101);
  if (right < 0 || left > 100) return null;
  const width = Math.max(right - left, 0);
  const wait = bar.kind === "wait" || bar.kind === "waited" || bar.kind === "grace";
  const inside = wait && width >= NARROW;
  return (
    <>
      <span
        data-bar={bar.kind}
        className={clsx("absolute top-1/2 -translate-y-1/2 forced-colors:border forced-colors:border-[CanvasText]", looks[bar.kind])}
        style={{ left: `${left}%`, width: `${width}%`, minWidth: 2 }}
      >
        {inside && label !== "" && (
          <span
            className={clsx(
              "block w-max max-w-full truncate px-[7px] text-11 leading-[18px] font-medium text-approval-fg",
              bar.kind !== "grace" && "bg-approval-bg",
            )}
          >
            {label}
          </span>
        )}
      </span>
      {!inside && label !== "" && <SideLabel left={left} right={right} wait={wait} text={label} />}
    </>
  );
}

function SideLabel({ left, right, wait, text }: { left: number; right: number; wait: boolean; text: string }) {
  const before = right > RIGHT;
  // Neither side has room for it: the columns at the right say it too.
  if (before && left < 100 - RIGHT) return null;
  return (
    <span
      className={clsx("pointer-events-none absolute top-1/2 -translate-y-1/2 text-11 leading-[18px] whitespace-nowrap tabular-nums", wait ? "text-approval-fg" : "text-fg-3")}
      style={before ? { right: `calc(${100 - left}% + 6px)` } : { left: `calc(${right}% + 6px)` }}
    >
      {text}
    </span>
  );
}
