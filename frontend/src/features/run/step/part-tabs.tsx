import clsx from "clsx";
import { useId, type KeyboardEvent, type ReactNode } from "react";

import { number } from "@/text/plural";

export interface Part {
  readonly id: string;
  readonly name: string;
  readonly count?: number;
}

interface PartTabsProps {
  label: string;
  parts: readonly Part[];
  current: string;
  onChoose: (id: string) => void;
  children: ReactNode;
}

/** Tabs inside of a panel: no places of their own, so no links. */
export function PartTabs({ label, parts, current, onChoose, children }: PartTabsProps) {
  const id = useId();
  const keyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const place = parts.findIndex((part) => part.id === current);
    const next = parts[(place + by + parts.length) % parts.length];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="flex h-9 shrink-0 items-stretch gap-0.5 border-b border-line px-1.5 text-12" onKeyDown={keyDown}>
        {parts.map((part) => (
          <button
            key={part.id}
            id={`${id}-${part.id}`}
            type="button"
            role="tab"
            aria-selected={part.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={part.id === current ? 0 : -1}
            onClick={() => onChoose(part.id)}
            className={clsx(
              "-mb-px inline-flex items-center gap-1.5 border-b-2 px-2.5 -outline-offset-2",
              part.id === current ? "border-fg font-medium text-fg" : "border-transparent text-fg-2 hover:text-fg",
            )}
          >
            {part.name}
            {part.count !== undefined && <span className="text-11 font-medium text-fg-3 tabular-nums">{number(part.count)}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4 -outline-offset-2">
        {children}
      </div>
    </>
  );
}
