import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { act } from "@/text/common";
import { inbox as words } from "@/text/approvals";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";

interface FilterProps {
  words: string;
  onChange: (words: string) => void;
  onLeave: () => void;
}

/** While a person types, the list waits this long. */
const REST_MS = 250;

export const FILTER_ID = "approvals-filter";

/** Words that narrow the list: of the sentence, the arguments, the tool, the agent or who asked. */
export function Filter({ words: known, onChange, onLeave }: FilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string, after: number) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(text.trim());
      // From here on the address says it, also when it changes elsewhere.
      if (after === 0) setTyped(null);
    }, after);
  };
  const shown = typed ?? known;
  return (
    <div
      role="search"
      className="relative flex h-9 min-w-0 flex-1 items-center gap-2 rounded-control border border-line-control px-2.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent phone:h-7 phone:border-line-strong pointer-coarse:h-11"
    >
      <Search size={14} aria-hidden="true" className="shrink-0 text-fg-3" />
      <input
        id={FILTER_ID}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={words.filterLabel}
        placeholder={words.filter}
        value={shown}
        onChange={(event) => change(event.target.value, REST_MS)}
        onBlur={() => {
          if (typed !== null) change(typed, 0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && shown !== "") change("", 0);
          else if (event.key === "Escape" || event.key === "Enter") onLeave();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="min-w-0 flex-1 bg-transparent text-16 outline-none phone:text-13"
      />
      {shown === "" ? <Kbd keys="/" /> : <IconButton icon={X} label={act.clearAll} className="-mr-2 size-6!" onClick={() => change("", 0)} />}
    </div>
  );
}
