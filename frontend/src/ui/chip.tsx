import clsx from "clsx";
import { X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { act } from "@/text/common";
import type { Tone } from "@/ui/status-look";
import { toneClass } from "@/ui/tones";

interface ChipProps {
  children: ReactNode;
  icon?: LucideIcon | undefined;
  /** Without a border, on a quiet ground. */
  quiet?: boolean;
  tone?: Tone | undefined;
  /** A cross at its end, with the name of what it removes. */
  onRemove?: (() => void) | undefined;
  removes?: string | undefined;
  className?: string | undefined;
}

/** A small fact or filter in a box of its own. */
export function Chip({ children, icon: Icon, quiet = false, tone, onRemove, removes = "", className }: ChipProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-[22px] max-w-full items-center gap-[5px] rounded-chip border px-[7px] text-12 whitespace-nowrap",
        tone !== undefined
          ? ["border-transparent", toneClass[tone].back, toneClass[tone].text]
          : quiet
            ? "border-transparent bg-sunken text-fg-2"
            : "border-line-strong bg-surface text-fg-2",
        className,
      )}
    >
      {Icon && <Icon size={14} aria-hidden="true" className="shrink-0" />}
      {children}
      {onRemove && (
        <button
          type="button"
          aria-label={act.remove(removes)}
          onClick={onRemove}
          className="-mr-1 grid size-4 place-items-center rounded-chip hover:bg-hover hover:text-fg pointer-coarse:size-6"
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
