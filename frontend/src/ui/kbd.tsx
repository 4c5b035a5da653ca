import clsx from "clsx";
import { Fragment } from "react";

import { keyCaps } from "@/ui/key-names";

interface KbdProps {
  /** `Mod+K` is one press, `G A` one after the other. */
  keys: string;
  className?: string;
}

/** The keys of an act, as caps. A screen without a keyboard shows none. */
export function Kbd({ keys, className }: KbdProps) {
  return (
    <span className={clsx("inline-flex items-center gap-1 pointer-coarse:hidden", className)} aria-hidden="true">
      {keyCaps(keys).map((cap, index) => (
        <Fragment key={index}>
          <kbd className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-chip border border-b-2 border-line-strong bg-sunken px-1 font-sans text-11 leading-[14px] font-medium text-fg-2 group-data-[on=ink]:border-ink-line group-data-[on=ink]:bg-transparent group-data-[on=ink]:text-current">
            {cap}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
