import { useState } from "react";

import { differing, merged, type Choice, type Fields, type Side } from "@/features/settings/parts/conflict";
import { conflict as words } from "@/text/settings";
import { Button } from "@/ui/button";

interface ConflictViewProps<Name extends string> {
  /** The thing both changed. */
  name: string;
  names: Readonly<Record<Name, string>>;
  theirs: Fields<NoInfer<Name>>;
  mine: Fields<NoInfer<Name>>;
  /** Other words for a field's text: of a secret, neither value is shown. */
  show?: ((field: NoInfer<Name>, side: Side) => string | undefined) | undefined;
  busy: boolean;
  /** With what was chosen field by field. */
  onSave: (fields: Fields<Name>) => void;
  onTakeTheirs: () => void;
}

/** Two people changed the same: both texts side by side, and for each field a choice. */
export function ConflictView<Name extends string>({ name, names, theirs, mine, show, busy, onSave, onTakeTheirs }: ConflictViewProps<Name>) {
  const fields = differing(Object.keys(names) as Name[], theirs, mine);
  const [choice, setChoice] = useState<Partial<Record<string, Side>>>({});
  const shown = (field: Name, side: Side) => {
    const text = side === "theirs" ? theirs[field] : mine[field];
    return show?.(field, side) ?? (text.trim() === "" ? words.empty : text);
  };
  return (
    <section aria-label={words.title(name)} className="flex flex-col gap-3 rounded-card border border-line-strong p-3">
      <div>
        <h3 className="font-medium">{words.title(name)}</h3>
        <p className="text-fg-2">{fields.length === 0 ? words.same : words.detail}</p>
      </div>
      {fields.map((field) => (
        <fieldset key={field} className="grid gap-2 phone:grid-cols-2">
          <legend className="pb-1 text-12 font-medium text-fg-2">{names[field]}</legend>
          {(["theirs", "mine"] as const).map((side) => (
            <label key={side} className="flex min-w-0 cursor-pointer gap-2 rounded-control border border-line-strong p-2 has-checked:border-accent has-checked:bg-selected">
              <input
                type="radio"
                name={`conflict-${field}`}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={(choice[field] ?? "mine") === side}
                onChange={() => setChoice({ ...choice, [field]: side })}
              />
              <span className="min-w-0">
                <span className="block text-12 text-fg-3">{side === "theirs" ? words.theirs : words.yours}</span>
                <span className="block wrap-anywhere whitespace-pre-wrap">{shown(field, side)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={busy} onClick={() => onSave(merged(theirs, mine, choice as Choice<Name>))}>
          {words.keepChosen}
        </Button>
        <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>
      </div>
    </section>
  );
}
