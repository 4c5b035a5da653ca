import clsx from "clsx";

import { useConnection } from "@/shell/connection";
import { connection as words } from "@/text/shell";
import { useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

/** Whether what is shown is live: honest, it changes the moment it is not. */
export function LiveState({ compact = false }: { compact?: boolean }) {
  const { state, since } = useConnection();
  const now = useNow("minute");
  const text =
    state === "live" ? words.live : state === "connecting" ? words.connecting : words.away(clockWords(since, now));
  return (
    <span
      data-hint={compact ? text : state === "away" ? words.hintAway : words.hintLive}
      className={clsx("inline-flex items-center gap-1.5 text-12 whitespace-nowrap", state === "away" ? "font-medium text-approval-fg" : "text-fg-3")}
    >
      <i
        aria-hidden="true"
        className={clsx(
          "size-[7px] shrink-0 rounded-full forced-colors:bg-[CanvasText]",
          state === "live" ? "bg-succeeded-bar" : state === "away" ? "bg-approval-bar" : "bg-queued-bar",
        )}
      />
      <span className={clsx(compact && "sr-only")}>{text}</span>
    </span>
  );
}
