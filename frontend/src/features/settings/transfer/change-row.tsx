import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";

import type { Change } from "@/features/settings/rest/shapes";
import { DiffView } from "@/features/studio/diff-view";
import { transfer as words } from "@/text/settings-transfer";
import { ForeignText } from "@/ui/foreign-text";

const looks: Record<Change["change"], string> = {
  new: "bg-added-bg text-added-fg",
  changed: "border border-line-strong",
  same: "bg-sunken text-fg-3",
};

/** One object of the file; opened it shows both texts side by side. */
export function ChangeRow({ change }: { change: Change }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-(--row-1) w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon size={14} aria-hidden="true" className="shrink-0 text-fg-3" />
        <span className="w-[76px] shrink-0">
          <span className={clsx("inline-flex h-[22px] items-center rounded-chip px-[7px] text-12", looks[change.change])}>{words.changes[change.change]}</span>
        </span>
        <span className={clsx("min-w-0 wrap-anywhere", change.change === "same" ? "text-fg-3" : "font-medium")}>
          <ForeignText text={change.name} />
        </span>
        <span className="ml-auto shrink-0 text-12 text-fg-3">{words.kinds[change.kind] ?? change.kind}</span>
      </button>
      <div id={id}>
        {open && (
          <div className="max-h-[60vh] overflow-y-auto border-t border-line bg-raised px-3">
            <DiffView before={change.before_text ?? ""} after={change.after_text} beforeName={words.before} afterName={words.after} />
          </div>
        )}
      </div>
    </li>
  );
}
