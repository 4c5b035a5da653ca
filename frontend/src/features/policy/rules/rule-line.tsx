import clsx from "clsx";
import { GripVertical, TriangleAlert } from "lucide-react";

import { Words } from "@/features/approvals/words";
import { wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { policy as words } from "@/text/policy";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";

import type { Change } from "../model/changed";
import type { RuleRow } from "../model/rule-form";
import { isAnyTool, whenWords } from "../model/rule-words";
import { OutcomeWord } from "../outcome-word";

interface RuleLineProps {
  editor: Editor;
  rule: RuleRow;
  place: number;
  isOpen: boolean;
  isCurrent: boolean;
  /** It is the one that decided the call tried by hand. */
  isDeciding: boolean;
  change: Change | undefined;
  /** Where a rule that is dragged would come to lie. */
  drop: "above" | "below" | undefined;
  onToggle: (rule: RuleRow) => void;
  onPoint: (place: number) => void;
  onDrag: (over: number | null) => void;
  onDrop: () => void;
}

const cell = "px-2 py-2.5 align-top";

/** One rule: what it is about, when it fits, what then, why, and until when. */
export function RuleLine({ editor, rule, place, isOpen, isCurrent, isDeciding, change, drop, onToggle, onPoint, onDrag, onDrop }: RuleLineProps) {
  const at = pointer("rules", place);
  const wrong = wordsOf(editor, at, true);
  const locked = editor.readOnly !== undefined;
  return (
    <tr
      aria-current={isCurrent ? "true" : undefined}
      onFocus={() => onPoint(place)}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.target.closest("button") === null) onToggle(rule);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        onDrag(place);
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
      className={clsx(
        "cursor-pointer border-line",
        !isOpen && "border-b",
        isCurrent ? "bg-selected" : "hover:bg-hover",
        drop === "above" && "border-t-2 border-t-accent",
        drop === "below" && "border-b-2 border-b-accent",
      )}
    >
      <td className={clsx(cell, "w-16 pl-2 whitespace-nowrap phone:pl-3.5", isCurrent && "shadow-[inset_3px_0_0_var(--accent)]")}>
        <span className="flex items-center">
          {!locked && (
            <span
              draggable
              aria-hidden="true"
              data-drag={place}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", String(place + 1));
                onDrag(place);
              }}
              onDragEnd={() => onDrag(null)}
              className="grid size-5 shrink-0 cursor-grab place-items-center text-fg-3 max-phone:hidden"
            >
              <GripVertical size={14} />
            </span>
          )}
          <button
            type="button"
            data-pointer={at}
            aria-expanded={isOpen}
            aria-label={words.open(place + 1)}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => onToggle(rule)}
            className="grid h-5 min-w-6 place-items-center rounded-chip px-1 text-fg-2 tabular-nums pointer-coarse:-my-3 pointer-coarse:size-11"
          >
            {place + 1}
          </button>
        </span>
      </td>
      <td className={clsx(cell, "whitespace-nowrap")}>
        {rule.tools.length === 0 ? (
          <span className="text-fg-3">{words.noTool}</span>
        ) : isAnyTool(rule) ? (
          words.anyTool
        ) : (
          <ul className="font-mono text-12 leading-5">
            {rule.tools.map((tool) => (
              <li key={tool} data-cut="" className="max-w-44 truncate">
                <ForeignText text={tool} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className={clsx(cell, "wrap-anywhere")}>
        <span>
          {rule.tests.length === 0 && Object.keys(rule.odd).length === 0 ? (
            <span className="text-fg-3">{words.always}</span>
          ) : (
            <Words phrase={whenWords(rule)} />
          )}
        </span>{" "}
        {change !== undefined && (
          <Chip tone="running">{words.changes[change]}</Chip>
        )}
        {wrong !== undefined && (
          <div className="mt-1 flex items-start gap-1.5 text-12 text-danger">
            <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
            {wrong}
          </div>
        )}
      </td>
      <td className={clsx(cell, "whitespace-nowrap")}>
        <OutcomeWord outcome={rule.outcome} />
        {isDeciding && <span className="block text-12 font-medium text-accent">{words.decides}</span>}
      </td>
      <td className={clsx(cell, "hidden text-fg-2 wrap-anywhere @min-[640px]:table-cell")}>
        {rule.because !== "" && <ForeignText text={`“${rule.because}”`} strictness="prose" />}
      </td>
      <td className={clsx(cell, "hidden pr-5 text-fg-2 @min-[640px]:table-cell")}>
        {rule.outcome === "ask" && words.expiresShort(rule.expires.trim() === "" ? words.usualExpiry : rule.expires)}
      </td>
    </tr>
  );
}
