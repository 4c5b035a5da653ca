import clsx from "clsx";

export interface Segment<Value extends string> {
  value: Value;
  name: string;
  /** Why it cannot be chosen. */
  refused?: string | undefined;
}

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange: (value: Value) => void;
}

/** One of two or three ways to show the same. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-control bg-track p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-disabled={option.refused !== undefined}
          data-hint={option.refused}
          onClick={() => {
            if (option.refused === undefined && option.value !== value) onChange(option.value);
          }}
          className={clsx(
            "h-6 rounded-chip px-2 text-12 whitespace-nowrap aria-disabled:cursor-not-allowed aria-disabled:text-fg-3 pointer-coarse:h-10",
            option.value === value ? "bg-surface font-medium text-fg shadow-1" : "text-fg-2 hover:text-fg",
          )}
        >
          {option.name}
        </button>
      ))}
    </div>
  );
}
