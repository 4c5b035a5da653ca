import clsx from "clsx";
import { X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";

import { useCommands } from "@/commands/use-commands";
import { bar as words, commands } from "@/text/approvals";
import { groups } from "@/text/shell";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { Kbd } from "@/ui/kbd";

import { type Draft, type ReasonId, REASONS } from "../model/decision";
import type { BarProps } from "./bar";

interface RejectFormProps extends BarProps {
  /** In a sheet, which has a title of its own. */
  inSheet?: boolean;
}

/** Say no, and why. The card stays in sight; the words go to the agent. */
export function RejectForm({ desk, inSheet = false }: RejectFormProps) {
  const { draft } = useSyncExternalStore(desk.watch, desk.get);
  const field = useRef<HTMLTextAreaElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);

  const pick = (reason: ReasonId) => {
    desk.dispatch({ type: "pick", reason });
    field.current?.focus();
  };
  const send = () => desk.reject(reasonText(draft));
  const close = () => desk.dispatch({ type: "close_form" });
  const group = groups.approvals;
  useCommands(
    [
      ...REASONS.map((reason, index) => ({
        id: `approval.reason.${reason}`,
        name: words.reason[reason],
        keys: String(index + 1),
        group,
        hidden: true,
        run: () => pick(reason),
      })),
      { id: "approval.reject.send", name: commands.sendReject, keys: "Mod+Enter", group, hidden: true, inFields: true, run: send },
      { id: "approval.reject.back", name: words.back, keys: "Escape", group, hidden: true, inFields: true, run: close },
    ],
    { modal: inSheet },
  );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        {!inSheet && <b className="text-14 font-semibold">{words.formTitle}</b>}
        <span id="reject-note" className="text-fg-3">
          {words.formNote}
        </span>
      </div>
      <div role="radiogroup" aria-label={words.reasons} className="mt-2 flex flex-wrap gap-1.5">
        {REASONS.map((reason, index) => {
          const picked = draft.picked === reason;
          return (
            <button
              key={reason}
              ref={index === 0 ? first : undefined}
              type="button"
              role="radio"
              aria-checked={picked}
              onClick={() => pick(reason)}
              className={clsx(
                "inline-flex h-7 items-center gap-1.5 rounded-chip border px-2 text-12 transition-colors pointer-coarse:h-11 pointer-coarse:px-3 pointer-coarse:text-14",
                picked ? "border-accent bg-accent-soft text-fg" : "border-line-strong bg-surface text-fg-2 hover:bg-hover hover:text-fg",
              )}
            >
              <Kbd keys={String(index + 1)} />
              {words.reason[reason]}
            </button>
          );
        })}
      </div>
      <TextArea
        ref={field}
        aria-label={words.words}
        aria-describedby="reject-note"
        placeholder={words.wordsHint}
        maxLength={3900}
        value={draft.words}
        onChange={(event) => desk.dispatch({ type: "write", words: event.target.value })}
        className="mt-2 block min-h-[60px]!"
      />
      <div className="mt-2.5 flex items-center gap-2">
        <Button type="submit" variant="danger-solid" size="big" icon={X} keys="Mod+Enter" className="max-phone:flex-1" onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}>
          {words.reject}
        </Button>
        <Button variant="ghost" keys="Escape" onClick={close}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}

/** What the agent reads: the reason picked, the words written, or both. */
export function reasonText({ picked, words: written }: Draft): string {
  const own = written.trim();
  const reason = picked === null || picked === "other" ? "" : words.reason[picked];
  if (reason === "" || own === "") return reason + own;
  return words.joined(reason, own);
}
