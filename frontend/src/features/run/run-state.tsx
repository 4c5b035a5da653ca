import { can } from "@/api/boot";
import { instant } from "@/features/run/model/instants";
import { pendingApprovals, type RunView } from "@/live/fold/view";
import { header as words } from "@/text/run";
import { useNow } from "@/ui/now";
import { Status } from "@/ui/status";
import { spanWords } from "@/ui/time-words";

/** The state of the run; a wait names who is awaited and since when. */
export function RunState({ view }: { view: RunView }) {
  return view.status === "waiting" ? <WaitingState view={view} /> : <Status status={view.status} form="chip" />;
}

function WaitingState({ view }: { view: RunView }) {
  const now = useNow("second");
  const oldest = Math.min(...pendingApprovals(view).map((card) => instant(card.requested_at) ?? now));
  const names = Number.isFinite(oldest) ? [words.awaited(awaitedShort(), spanWords(now - oldest))] : [];
  return <Status status={view.status} waitingFor={view.waiting_for} names={names} form="chip" />;
}

/** Whom a decision is awaited of, as the reader sees it. */
export function awaitedShort(): string {
  return can("approvals:decide") ? words.you : words.reviewer;
}
