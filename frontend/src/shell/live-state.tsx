import clsx from "clsx";

import { useConnection, type Connection } from "@/shell/connection";
import { connection as words } from "@/text/shell";
import { useNow } from "@/ui/now";
import { signInAgain } from "@/ui/sign-in";
import { clockWords } from "@/ui/time-words";

const dots: Record<Connection["state"], string> = {
  live: "bg-succeeded-bar",
  connecting: "bg-queued-bar",
  away: "bg-approval-bar",
  signed_out: "bg-approval-bar",
};

/** Whether what is shown is live: honest, it changes the moment it is not. Compact it stands within a control. */
export function LiveState({ compact = false }: { compact?: boolean }) {
  const { state, since } = useConnection();
  const now = useNow("minute");
  const text = state === "away" ? words.away(clockWords(since, now)) : plainWords[state];
  return (
    <span
      data-hint={compact ? text : hints[state]}
      className={clsx(
        "inline-flex items-center gap-1.5 text-12 whitespace-nowrap",
        state === "away" || state === "signed_out" ? "font-medium text-approval-fg" : "text-fg-3",
      )}
    >
      <i aria-hidden="true" className={clsx("size-[7px] shrink-0 rounded-full forced-colors:bg-[CanvasText]", dots[state])} />
      <span className={clsx(compact && "sr-only")}>{text}</span>
      {state === "signed_out" && !compact && (
        <button type="button" className="rounded-chip text-accent underline pointer-coarse:min-h-11" onClick={signInAgain}>
          {words.signIn}
        </button>
      )}
    </span>
  );
}

const plainWords = { live: words.live, connecting: words.connecting, signed_out: words.signedOut };
const hints: Record<Connection["state"], string> = {
  live: words.hintLive,
  connecting: words.hintLive,
  away: words.hintAway,
  signed_out: words.signedOutDetail,
};
