import { ListFilter, Search } from "lucide-react";
import type { Ref } from "react";

import { events as words } from "@/text/run-events";
import { Button } from "@/ui/button";
import { Kbd } from "@/ui/kbd";
import { Menu } from "@/ui/menu";

import type { EventFilter } from "./event-log";

interface EventToolsProps {
  field: Ref<HTMLInputElement>;
  filter: EventFilter;
  kinds: ReadonlyMap<string, number>;
  /** What the filter has found so far, in words. */
  state: string;
  onWords: (text: string) => void;
  onKinds: (kinds: ReadonlySet<string>) => void;
  onLeave: () => void;
}

/** Words and kinds to filter by. */
export function EventTools({ field, filter, kinds, state, onWords, onKinds, onLeave }: EventToolsProps) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 phone:px-5">
      <search className="relative flex h-(--control-h) min-w-0 flex-1 items-center rounded-control border border-line-strong bg-surface focus-within:border-accent focus-within:ring-1 focus-within:ring-accent phone:max-w-[360px]">
        <Search size={14} aria-hidden="true" className="pointer-events-none ml-2.5 shrink-0 text-fg-3" />
        <input
          ref={field}
          type="text"
          role="searchbox"
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter.words}
          spellCheck={false}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            onWords("");
            onLeave();
          }}
          className="h-full min-w-0 flex-1 bg-transparent px-2 text-13 outline-none pointer-coarse:text-16"
        />
        {filter.words === "" && <Kbd keys="/" className="pr-2 max-phone:hidden" />}
      </search>
      <Menu
        label={words.kindsLabel}
        trigger={
          <Button icon={ListFilter}>{filter.kinds.size === 0 ? words.kinds : words.chosen(filter.kinds.size)}</Button>
        }
        sections={[
          {
            id: "all",
            items: [{ id: "all", name: words.allKinds, checked: filter.kinds.size === 0, onSelect: () => onKinds(new Set()) }],
          },
          {
            id: "kinds",
            items: [...kinds].map(([kind, count]) => ({
              id: kind,
              name: kind,
              detail: String(count),
              checked: filter.kinds.has(kind),
              onSelect: () => onKinds(toggled(filter.kinds, kind)),
            })),
          },
        ]}
      />
      <span role="status" className="text-12 text-fg-3 tabular-nums">
        {state}
      </span>
    </div>
  );
}

/** The set with the item in it, or without it where it was in it. */
export function toggled<T>(items: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const changed = new Set(items);
  if (!changed.delete(item)) changed.add(item);
  return changed;
}
