import { Search } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";

import { find as words } from "@/text/run";
import { Kbd } from "@/ui/kbd";

interface FindBoxProps {
  field: Ref<HTMLInputElement>;
  value: string;
  /** 1 for the first; 0 where the person is at none. */
  place: number;
  hits: number;
  onChange: (value: string) => void;
  onNext: (by: 1 | -1) => void;
}

/** Finds in this run: Enter for the next hit, Shift Enter back, Escape to end it. */
export function FindBox({ field, value, place, hits, onChange, onNext }: FindBoxProps) {
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      onNext(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onChange("");
      event.currentTarget.blur();
    }
  };
  return (
    <search className="relative flex h-7 w-[210px] items-center rounded-control border border-line-strong bg-surface focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
      <Search size={14} aria-hidden="true" className="pointer-events-none ml-2.5 shrink-0 text-fg-3" />
      <input
        ref={field}
        type="text"
        role="searchbox"
        aria-label={words.label}
        aria-keyshortcuts="/"
        placeholder={words.label}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
        className="h-full min-w-0 flex-1 bg-transparent px-2 text-13 outline-none"
      />
      {value === "" ? (
        <Kbd keys="/" className="pr-2" />
      ) : (
        <span role="status" className="pr-2.5 text-11 whitespace-nowrap text-fg-3 tabular-nums">
          {hits === 0 ? words.none : place === 0 ? words.hits(hits) : words.count(place, hits)}
        </span>
      )}
    </search>
  );
}
