import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { ariaKeys } from "@/ui/key-names";
import { Kbd } from "@/ui/kbd";

export type ButtonVariant = "plain" | "primary" | "danger" | "danger-solid" | "ghost";
export type ButtonSize = "small" | "medium" | "big";

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

interface ButtonProps extends ComponentProps<"button">, Look {
  icon?: LucideIcon | undefined;
  /** Printed on the button, as every key is that does the same. */
  keys?: string | undefined;
}

const variants: Record<ButtonVariant, string> = {
  plain: "border-line-strong bg-surface text-fg shadow-1 hover:bg-hover",
  primary: "border-ink bg-ink text-on-ink shadow-1 hover:bg-ink-hover hover:border-ink-hover",
  danger: "border-line-strong bg-surface text-danger shadow-1 hover:bg-hover",
  "danger-solid": "border-danger bg-danger text-on-ink shadow-1",
  ghost: "border-transparent text-fg-2 hover:bg-hover hover:text-fg",
};

const sizes: Record<ButtonSize, string> = {
  small: "h-7 gap-1.5 px-[9px] text-12 pointer-coarse:h-11",
  medium: "h-(--control-h) gap-[7px] px-3 text-13",
  big: "h-[38px] gap-[7px] px-4 text-13 pointer-coarse:h-12 pointer-coarse:text-16",
};

/** The look of a button, for links that lead somewhere and stand among buttons. */
export function buttonClass({ variant = "plain", size = "medium" }: Look = {}): string {
  return clsx(
    "group inline-flex shrink-0 items-center justify-center rounded-control border font-medium whitespace-nowrap transition-colors select-none",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-fg-3 disabled:shadow-none",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-fg-3 aria-disabled:shadow-none",
    variants[variant],
    sizes[size],
  );
}

/** A button. One of a view is primary: the next sensible act. */
export function Button({ variant, size, icon: Icon, keys, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={clsx(buttonClass({ variant, size }), className)}
      data-on={variant === "primary" || variant === "danger-solid" ? "ink" : undefined}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys)}
      {...rest}
    >
      {Icon && <Icon size={size === "small" ? 14 : 16} aria-hidden="true" />}
      {children}
      {keys !== undefined && <Kbd keys={keys} />}
    </button>
  );
}
