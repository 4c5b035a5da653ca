import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { memo } from "react";

import { JsonText } from "@/features/run/step/machine-text";
import type { TraceEvent } from "@/live/fold/events";
import { EVENT_KINDS } from "@/live/fold/words";
import { number } from "@/text/plural";
import { events as words } from "@/text/run-events";
import { Copy } from "@/ui/copy";
import { ForeignText } from "@/ui/foreign-text";
import { Clock } from "@/ui/time";

import { summaryOf } from "./summary";

interface EventRowProps {
  seq: number;
  /** Undefined while it is not read. */
  event: TraceEvent | undefined;
  isOpen: boolean;
  isCurrent: boolean;
  link: string;
  onToggle: (seq: number) => void;
}

/** One event: its place, time, kind and what it says; opened, its payload as text. */
export const EventRow = memo(function EventRow({ seq, event, isOpen, isCurrent, link, onToggle }: EventRowProps) {
  if (event === undefined) {
    return (
      <div className="flex h-8 items-center gap-3 px-4 text-12 text-fg-3 phone:px-5">
        <span className="w-14 shrink-0 text-right tabular-nums">{number(seq)}</span>
        <span>{words.notRead}</span>
      </div>
    );
  }
  return (
    <div className={clsx("border-b border-line", isCurrent && "bg-selected")}>
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={isOpen}
        onClick={() => onToggle(seq)}
        className="flex min-h-8 w-full items-center gap-3 px-4 py-1 text-left hover:bg-hover max-phone:flex-wrap max-phone:gap-y-0 phone:px-5 pointer-coarse:min-h-11"
      >
        <span className="w-14 shrink-0 text-right text-12 text-fg-3 tabular-nums max-phone:w-10">{number(seq)}</span>
        <ChevronRight size={14} aria-hidden="true" className={clsx("shrink-0 text-fg-3", isOpen && "rotate-90")} />
        <code className="w-56 shrink-0 truncate text-12 font-medium max-phone:w-auto max-phone:flex-1">
          <Kind kind={event.kind} />
        </code>
        <span className="min-w-0 flex-1 truncate text-12 text-fg-2 max-phone:order-last max-phone:basis-full max-phone:pl-[72px]">
          <ForeignText text={summaryOf(event)} strictness="prose" />
        </span>
        <Clock at={event.at} seconds inRow className="shrink-0 text-12 text-fg-3" />
      </button>
      {isOpen && (
        <div className="px-4 pb-3 phone:pr-5 phone:pl-[100px]">
          <div className="flex items-center justify-end gap-1">
            <Copy text={JSON.stringify(event, null, 2)} what={words.copyEvent} />
            <Copy text={link} what={words.copyLink} />
          </div>
          <JsonText value={event.payload} />
        </div>
      )}
    </div>
  );
});

function Kind({ kind }: { kind: string }) {
  if (EVENT_KINDS.some((each) => each === kind)) return kind;
  return (
    <span data-hint={words.ofLaterVersion}>
      <ForeignText text={kind} />
    </span>
  );
}
