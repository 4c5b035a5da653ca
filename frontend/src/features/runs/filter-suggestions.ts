/** What the filter field proposes while one types. Pure. */

import {
  fieldFromText,
  fields,
  filterFromText,
  periods,
  statuses,
  waits,
  wordOfValue,
  type FilterField,
  type RunFilter,
} from "@/features/runs/filter";
import { filterWords } from "@/text/runs";

export type Suggestion =
  | { kind: "filter"; id: string; text: string; filter: RunFilter }
  | { kind: "field"; id: string; text: string; hint: string; field: FilterField }
  | { kind: "words"; id: string; text: string; hint: string; words: string };

export interface Known {
  agents: readonly string[];
  requesters: readonly string[];
  errors: readonly string[];
}

const MOST = 9;

/** For a text: whole filters where it names a field, else fields that begin so, else the words themselves. */
export function suggestionsFor(text: string, known: Known): Suggestion[] {
  const typed = text.trim();
  const named = fieldFromText(text);
  if (named !== undefined) return valuesFor(named.field, named.rest, known);
  const byName = fields.filter((field) => nameFits(field, typed.toLowerCase())).map(fieldSuggestion);
  if (typed === "") return byName;
  const words: Suggestion = { kind: "words", id: "words", text: filterWords.wordsAs(typed), hint: filterWords.wordsHint, words: typed };
  return [words, ...byName, ...valuesOfAll(typed, known)].slice(0, MOST);
}

function valuesFor(field: FilterField, rest: string, known: Known): Suggestion[] {
  const last = (rest.split(",").at(-1) ?? "").trim().toLowerCase();
  const before = filterFromText(`${field}:${rest.split(",").slice(0, -1).join(",")}`)?.values ?? [];
  const values = candidates(field, known).filter((value) => !before.includes(value) && wordOfValue(field, value).toLowerCase().includes(last));
  const proposed = values.map((value) => filterSuggestion({ field, values: [...before, value] }));
  const typed = filterFromText(`${field}:${rest}`);
  if (typed !== undefined && !proposed.some((each) => each.id === filterSuggestion(typed).id)) {
    proposed.unshift(filterSuggestion(typed));
  }
  return proposed.slice(0, MOST);
}

/** "fail" proposes "status is failed" too. */
function valuesOfAll(typed: string, known: Known): Suggestion[] {
  return fields
    .filter((field) => field !== "created" && field !== "ended")
    .flatMap((field) =>
      candidates(field, known)
        .filter((value) => wordOfValue(field, value).toLowerCase().startsWith(typed.toLowerCase()))
        .map((value) => filterSuggestion({ field, values: [value] })),
    );
}

function candidates(field: FilterField, known: Known): readonly string[] {
  switch (field) {
    case "status":
      return statuses;
    case "waiting_for":
      return waits;
    case "agent":
      return known.agents;
    case "requester":
      return known.requesters;
    case "error":
      return known.errors;
    case "created":
    case "ended":
      return periods;
  }
}

function nameFits(field: FilterField, typed: string): boolean {
  return filterWords.names[field].startsWith(typed) || filterWords.fields[field].startsWith(typed);
}

function fieldSuggestion(field: FilterField): Suggestion {
  return { kind: "field", id: field, text: `${filterWords.fields[field]}…`, hint: filterWords.hints[field], field };
}

function filterSuggestion(filter: RunFilter): Suggestion {
  const { field, values } = filter;
  const words = values.map((value) => wordOfValue(field, value)).join(", ");
  return { kind: "filter", id: `${field}:${values.join(",")}`, text: `${filterWords.fields[field]} ${words}`, filter };
}
