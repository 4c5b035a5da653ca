import { useState } from "react";

import { instant } from "@/features/run/model/instants";
import { awaitedShort } from "@/features/run/run-state";
import type { RunDesk } from "@/features/run/use-run-desk";
import { useRunNow } from "@/features/run/use-run-now";
import { useWaterfallKeys } from "@/features/run/waterfall/use-waterfall-keys";
import { useWindow } from "@/features/run/waterfall/use-window";
import { WaterfallTab } from "@/features/run/waterfall/waterfall-tab";
import type { RunView } from "@/live/fold/view";

/** The waterfall with its time: moving while the run goes on, still afterwards. */
export function WaterfallView({ view, desk }: { view: RunView; desk: RunDesk }) {
  const created = instant(view.created_at) ?? 0;
  const ended = instant(view.ended_at);
  const now = useRunNow(created, ended);
  const axis = useWindow(now, ended !== null);
  const [clock, setClock] = useState(false);
  useWaterfallKeys({ desk, axis, onClock: () => setClock(!clock) });
  return (
    <WaterfallTab
      root={desk.root}
      rows={desk.rows}
      axis={axis}
      now={now}
      ended={ended !== null}
      clockFrom={clock ? created : null}
      who={awaitedShort()}
      find={desk.find.text}
      current={desk.row}
      onOpen={desk.open}
      onOpenCurrent={desk.openCurrent}
      onFold={desk.fold}
    />
  );
}
