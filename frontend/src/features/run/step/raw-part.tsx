import { JsonText } from "@/features/run/step/machine-text";
import type { TraceEvent } from "@/live/fold/events";
import { panel as words } from "@/text/run";
import { number } from "@/text/plural";
import { Clock } from "@/ui/time";
import { Copy } from "@/ui/copy";

/** The events of a step as they stand in the record. */
export function RawPart({ events, failed }: { events: readonly TraceEvent[] | null; failed: boolean }) {
  if (failed) return <p className="pt-3 text-12 text-danger">{words.eventsFailed}</p>;
  if (events === null) return null;
  if (events.length === 0) return <p className="pt-3 text-12 text-fg-3">{words.noEvents}</p>;
  return events.map((event) => (
    <section key={event.seq} className="mt-3">
      <div className="mb-1 flex items-center gap-2 text-12">
        <span className="text-fg-3 tabular-nums">{number(event.seq)}</span>
        <code className="min-w-0 truncate font-semibold">{event.kind}</code>
        <Clock at={event.at} seconds className="ml-auto text-fg-3" />
        <Copy text={JSON.stringify(event, null, 2)} what={event.kind} />
      </div>
      <JsonText value={event.payload} />
    </section>
  ));
}
