import clsx from "clsx";

import { useLiveState } from "@/live/use-live-state";
import { run as words } from "@/text/run";
import { useNow } from "@/ui/now";
import { clockWords } from "@/ui/time-words";

/** Whether the run is live and how far the view has come. It changes the moment it is not. */
export function RunLive({ seq }: { seq: number }) {
  const { status: state, since } = useLiveState();
  const now = useNow("minute");
  const isAway = state === "away" || state === "signed_out";
  return (
    <span className={clsx("inline-flex items-center gap-1.5 text-12 whitespace-nowrap tabular-nums", isAway ? "font-medium text-approval-fg" : "text-fg-3")}>
      <i
        aria-hidden="true"
        className={clsx(
          "size-[7px] shrink-0 rounded-full forced-colors:bg-[CanvasText]",
          state === "live" ? "bg-succeeded-bar" : isAway ? "bg-approval-bar" : "bg-queued-bar",
        )}
      />
      {textOf()}
    </span>
  );

  function textOf(): string {
    switch (state) {
      case "live":
        return words.liveAt(seq);
      case "connecting":
        return words.connecting(seq);
      case "away":
        return words.away(seq, clockWords(since, now));
      case "signed_out":
        return words.signedOut(seq);
    }
  }
}
