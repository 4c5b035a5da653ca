import clsx from "clsx";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";

import { canBeSearched } from "@/api/search-words";
import {
  fieldFromText,
  filterFromText,
  textOfFilter,
  withFilter,
  withoutFilter,
  wordOfValue,
  type FilterField as Field,
  type RunQuery,
} from "@/features/runs/filter";
import { suggestionsFor, type Known, type Suggestion } from "@/features/runs/filter-suggestions";
import { filterWords as words } from "@/text/runs";
import { Chip } from "@/ui/chip";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";
import { useMedia, widths } from "@/ui/use-media";

const REST_MS = 300;

interface FilterFieldProps {
  query: RunQuery;
  known: Known;
  input: RefObject<HTMLInputElement | null>;
  onChange: (query: RunQuery) => void;
}

/** One field for filters and words. A filter is a token that keys can take back into text. */
export function FilterField({ query, known, input, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(query.words);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const phone = useMedia(widths.phone);
  const id = useId();
  // A filter may be longer than what is searched for.
  const tooMany = fieldFromText(typed) === undefined && !canBeSearched(typed);
  const suggestions = open && !tooMany ? suggestionsFor(typed, known) : [];
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [sent, setSent] = useState(query.words);
  useWordsFromAddress(query.words, sent, setTyped);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (next: RunQuery) => {
    clearTimeout(timer.current);
    setAt(-1);
    setTyped(next.words);
    setSent(next.words);
    onChange(next);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setAt(-1);
    clearTimeout(timer.current);
    if (fieldFromText(text) === undefined && !canBeSearched(text)) return;
    // A text that begins a filter is no search yet.
    if (suggestionsFor(text, known)[0]?.kind !== "words" && text.trim() !== "") return;
    timer.current = setTimeout(() => {
      setSent(text.trim());
      onChange({ ...query, words: text.trim() });
    }, REST_MS);
  };
  const take = (suggestion: Suggestion) => {
    if (suggestion.kind === "filter") commit({ ...withFilter(withoutFilter(query, suggestion.filter.field), suggestion.filter), words: "" });
    else if (suggestion.kind === "words") commit({ ...query, words: suggestion.words });
    else {
      setTyped(`${words.fields[suggestion.field]} `);
      setAt(-1);
    }
    input.current?.focus();
  };
  const edit = (field: Field) => {
    const filter = query.filters.find((each) => each.field === field);
    if (filter === undefined) return;
    commit({ ...withoutFilter(query, field), words: "" });
    setTyped(textOfFilter(filter));
    setOpen(true);
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setOpen(true);
      setAt((now) => (suggestions.length === 0 ? -1 : (now + move + suggestions.length + (now < 0 && move < 0 ? 1 : 0)) % suggestions.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      // A text that names a field means one of its values: the first that fits.
      const chosen = suggestions[at] ?? (fieldFromText(typed) === undefined ? undefined : suggestions[0]);
      const filter = filterFromText(typed);
      if (chosen !== undefined) take(chosen);
      else if (filter !== undefined) commit({ ...withFilter(withoutFilter(query, filter.field), filter), words: "" });
      else if (!tooMany) commit({ ...query, words: typed.trim() });
      setOpen(chosen?.kind === "field");
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (open && suggestions.length > 0) setOpen(false);
      else input.current?.blur();
    } else if (event.key === "Backspace" && typed === "") {
      const last = query.filters.at(-1);
      if (last !== undefined) {
        event.preventDefault();
        edit(last.field);
      }
    }
  };
  const current = suggestions[at];

  return (
    <div className="relative min-w-0 flex-1">
      <div
        className="flex min-h-(--control-h) flex-wrap items-center gap-1.5 rounded-control border border-line-control bg-surface py-1 pr-2 pl-2.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent"
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <Search size={14} aria-hidden="true" className="shrink-0 text-fg-2" />
        {query.filters.map((filter) => (
          <Chip key={filter.field} removes={textOfFilter(filter)} onRemove={() => commit({ ...withoutFilter(query, filter.field), words: query.words })}>
            <button
              type="button"
              aria-label={words.edit(textOfFilter(filter))}
              onClick={() => edit(filter.field)}
              className="min-w-0 truncate rounded-chip"
            >
              {words.fields[filter.field]}{" "}
              <b className="font-medium text-fg">{filter.values.map((value) => wordOfValue(filter.field, value)).join(", ")}</b>
            </button>
          </Chip>
        ))}
        <input
          ref={input}
          role="combobox"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          aria-label={words.label}
          aria-invalid={tooMany || undefined}
          aria-describedby={tooMany ? `${id}-note` : undefined}
          placeholder={query.filters.length > 0 ? "" : phone ? words.placeholderShort : words.placeholder}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={keyDown}
          className="h-[22px] min-w-24 flex-1 bg-transparent text-13 outline-none pointer-coarse:h-8 pointer-coarse:text-16"
        />
        {query.filters.length > 0 || typed !== "" ? (
          <IconButton icon={X} label={words.clear} className="-my-1 -mr-1" onClick={() => commit({ filters: [], words: "" })} />
        ) : (
          <Kbd keys="/" />
        )}
      </div>
      <p id={`${id}-note`} role="status" className={clsx("text-12 text-danger", tooMany && "pt-1")}>
        {tooMany && words.tooMany}
      </p>
      {suggestions.length > 0 && (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={words.suggestions}
          // The field keeps the focus while one is chosen by pointer.
          onPointerDown={(event) => event.preventDefault()}
          className="absolute top-full left-0 z-20 mt-1 max-h-80 w-full max-w-[440px] animate-rise overflow-y-auto rounded-card bg-raised p-1.5 shadow-2"
        >
          {suggestions.map((each, index) => (
            <li
              key={each.id}
              id={`${id}-${each.id}`}
              role="option"
              aria-selected={index === at}
              onPointerMove={() => setAt(index)}
              onClick={() => take(each)}
              className={clsx("flex min-h-8 items-center gap-2 rounded-control px-2.5 pointer-coarse:min-h-11", index === at && "bg-selected")}
            >
              <span className="truncate">{each.text}</span>
              {each.kind !== "filter" && <span className="ml-auto shrink-0 text-12 text-fg-3">{each.hint}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The address may change under the field: by a view, by Back. What the field itself sent there is no news. */
function useWordsFromAddress(fromAddress: string, sent: string, setTyped: (text: string) => void): void {
  const [seen, setSeen] = useState(fromAddress);
  if (seen !== fromAddress) {
    setSeen(fromAddress);
    if (fromAddress !== sent) setTyped(fromAddress);
  }
}
