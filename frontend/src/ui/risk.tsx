import clsx from "clsx";

import { risk as words } from "@/text/common";

export type RiskLevel = "low" | "medium" | "high";

interface RiskProps {
  level: RiskLevel;
  /** Bars alone, or with the word. */
  form?: "bars" | "word";
  className?: string;
}

const filled: Record<RiskLevel, number> = { low: 1, medium: 2, high: 3 };
const barColour: Record<RiskLevel, string> = { low: "bg-fg-3", medium: "bg-approval-bar", high: "bg-failed-bar" };
const wordColour: Record<RiskLevel, string> = { low: "text-fg-2", medium: "text-approval-fg", high: "text-failed-fg" };
const heights = ["h-1.5", "h-2.5", "h-3.5"];

/** How much harm a call can do: one, two or three bars, and the word. It is no state. */
export function Risk({ level, form = "bars", className }: RiskProps) {
  const bars = (
    <span
      className="inline-flex h-3.5 w-4 shrink-0 items-end gap-0.5"
      {...(form === "bars" ? { role: "img", "aria-label": words[level], "data-hint": words[level] } : { "aria-hidden": true })}
    >
      {heights.map((height, index) => (
        <i
          key={height}
          className={clsx(
            "w-1 rounded-[1px] forced-colors:border forced-colors:border-current",
            height,
            index < filled[level] ? [barColour[level], "forced-colors:bg-[CanvasText]"] : "bg-risk-off",
          )}
        />
      ))}
    </span>
  );
  if (form === "bars") return <span className={clsx("inline-flex", className)}>{bars}</span>;
  return (
    <span className={clsx("inline-flex items-center gap-1.5 text-12 font-medium whitespace-nowrap", wordColour[level], className)}>
      {bars}
      {words[level]}
    </span>
  );
}
