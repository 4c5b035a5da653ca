import { Link } from "@tanstack/react-router";
import clsx from "clsx";

import { number } from "@/text/plural";
import { anyLink, type Place } from "@/ui/place";

export interface TabItem extends Place {
  id: string;
  name: string;
  /** Live; left out while unknown. */
  count?: number | undefined;
  /** The count stops at this number and says so with a plus. */
  capped?: boolean | undefined;
}

interface TabsProps {
  /** What the tabs choose among. */
  label: string;
  items: readonly TabItem[];
  current: string;
  className?: string;
}

/** Tabs and saved views are links: the URL holds which one is open. */
export function Tabs({ label, items, current, className }: TabsProps) {
  return (
    <nav aria-label={label} className={clsx("flex h-full min-w-0 items-stretch gap-0.5 overflow-x-auto [scrollbar-width:none]", className)}>
      {items.map((item) => (
        <Link
          key={item.id}
          {...anyLink(item)}
          aria-current={item.id === current ? "page" : undefined}
          className={clsx(
            "-mb-px inline-flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap focus-visible:-outline-offset-2",
            item.id === current
              ? "border-fg font-medium text-fg"
              : "border-transparent text-fg-2 hover:text-fg forced-colors:border-b-0",
          )}
        >
          {item.name}
          {item.count !== undefined && (
            <span className="text-11 font-medium text-fg-3 tabular-nums">
              {number(item.count)}
              {item.capped === true && "+"}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
