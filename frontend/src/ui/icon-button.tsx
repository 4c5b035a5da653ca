import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { ariaKeys, keyCaps } from "@/ui/key-names";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  icon: LucideIcon;
  /** What it does; shown on hover and focus, and read aloud. */
  label: string;
  keys?: string | undefined;
  bordered?: boolean;
}

/** A button that is an icon alone. Its name comes on hover and focus. */
export function IconButton({ icon: Icon, label, keys, bordered = false, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? "button"}
      aria-label={label}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys)}
      data-hint={keys === undefined ? label : `${label} · ${keyCaps(keys).join(" ")}`}
      className={clsx(
        "inline-grid size-7 shrink-0 place-items-center rounded-control text-fg-2 transition-colors hover:bg-hover hover:text-fg pointer-coarse:size-11",
        "disabled:cursor-not-allowed disabled:text-fg-3",
        bordered && "border border-line-strong bg-surface shadow-1",
        className,
      )}
      {...rest}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
