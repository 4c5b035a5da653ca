import { PlugZap } from "lucide-react";

import { NextTry } from "@/shell/next-try";
import type { Outage } from "@/shell/use-outages";
import { outages } from "@/text/shell";
import { connections as words } from "@/text/settings-connections";
import { ForeignText } from "@/ui/foreign-text";
import { Clock } from "@/ui/time";

/** In a line: that it does not answer, and since when. Who answers has nothing to say. */
export function Health({ outage }: { outage: Outage | undefined }) {
  if (outage === undefined) return <span className="text-fg-3">{words.noOutage}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-attention-fg">
      <PlugZap size={14} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0">
        {words.silentSince} <Clock at={outage.since} inRow />
      </span>
    </span>
  );
}

/** The whole of it, above the form. */
export function OutageNote({ outage }: { outage: Outage }) {
  return (
    <section aria-label={outages.label} className="flex items-start gap-2 rounded-card bg-attention-bg px-3 py-2.5 text-attention-fg">
      <PlugZap size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">
          {words.silentSince} <Clock at={outage.since} />
        </p>
        <ForeignText block text={outage.message} strictness="prose" />
        <p className="flex flex-wrap gap-x-3 text-12">
          <NextTry at={outage.next_try_at} />
          {outage.waiting_runs > 0 && <span>{outages.waiting(outage.waiting_runs)}</span>}
        </p>
      </div>
    </section>
  );
}
