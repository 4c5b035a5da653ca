import clsx from "clsx";
import { Check } from "lucide-react";

import { ForeignText } from "@/ui/foreign-text";

interface ToggleChipsProps {
  label: string;
  options: readonly { readonly value: string; readonly name: string }[];
  chosen: readonly string[];
  disabled: boolean;
  /** What it is in the content, for messages about it. */
  pointer: string;
  onToggle: (value: string) => void;
}

/** Several of a few, each a chip that is on or off. */
export function ToggleChips({ label, options, chosen, disabled, pointer, onToggle }: ToggleChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map(({ value, name }, index) => {
        const isOn = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isOn}
            aria-disabled={disabled}
            data-pointer={index === 0 ? pointer : undefined}
            onClick={() => disabled || onToggle(value)}
            className={clsx(
              "inline-flex h-6 items-center gap-1 rounded-chip border px-2 text-12 whitespace-nowrap aria-disabled:cursor-not-allowed pointer-coarse:h-10",
              isOn ? "border-accent bg-accent-soft text-fg" : "border-line-strong bg-surface text-fg-2",
              !disabled && !isOn && "hover:bg-hover",
            )}
          >
            {isOn && <Check size={12} aria-hidden="true" />}
            <ForeignText text={name} />
          </button>
        );
      })}
    </div>
  );
}
