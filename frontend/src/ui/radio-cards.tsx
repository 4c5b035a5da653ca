import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";

export interface RadioCard<Value extends string> {
  value: Value;
  title: ReactNode;
  detail?: ReactNode;
  icon?: LucideIcon | undefined;
  iconClass?: string;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  value: string;
  options: readonly RadioCard<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** What it is in the content, for messages about it. */
  pointer?: string;
  className?: string;
}

/** One of a few, each with words of its own: the browser's radio buttons, so that arrow keys move among them. */
export function RadioCards<Value extends string>({ label, value, options, onChange, disabled = false, pointer, className }: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={clsx("grid gap-2", className)}>
      {options.map((option) => {
        const chosen = option.value === value;
        const Icon = option.icon;
        return (
          <label
            key={option.value}
            className={clsx(
              "flex min-w-0 items-start gap-2.5 rounded-control border px-3 py-2 has-focus-visible:ring-2 has-focus-visible:ring-accent",
              chosen ? "border-accent bg-accent-soft" : "border-line-strong bg-surface",
              !disabled && !chosen && "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={chosen}
              disabled={disabled}
              data-pointer={chosen ? pointer : undefined}
              onChange={() => onChange(option.value)}
              className="mt-[3px] size-3.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-1.5 font-medium">
                {Icon && <Icon size={16} aria-hidden="true" className={clsx("shrink-0", option.iconClass)} />}
                {option.title}
              </span>
              {option.detail !== undefined && <span className={clsx("block text-12", chosen ? "text-fg-2" : "text-fg-3")}>{option.detail}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}
