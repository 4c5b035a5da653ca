/** Providers that do not answer, on every page: who waits for them, and when they are asked again. */

import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useEffect, useRef } from "react";

import { can } from "@/api/boot";
import { api, ask } from "@/api/client";
import { outages as words } from "@/text/shell";
import { announce } from "@/ui/announce";
import { ForeignText } from "@/ui/foreign-text";
import { useNow } from "@/ui/now";
import { anyLink } from "@/ui/place";
import { Clock } from "@/ui/time";
import { runningWords } from "@/ui/time-words";

const EVERY_MS = 5_000;

/** Nothing while everybody answers. */
export function Outages() {
  const query = useQuery({
    queryKey: ["outages"],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/outages", { signal })),
    refetchInterval: EVERY_MS,
    enabled: can("runs:read"),
    retry: false,
  });
  const items = query.data?.items ?? [];
  useSaid(items.map(({ connection }) => connection.name));
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <aside aria-label={words.label} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line bg-attention-bg px-4 py-1.5 text-12 text-attention-fg">
      <PlugZap size={14} aria-hidden="true" className="shrink-0" />
      <span>
        <Link {...anyLink({ to: "/settings/connections", search: { item: first.connection.id } })} className="rounded-chip font-medium underline">
          <ForeignText text={first.connection.name} />
        </Link>{" "}
        {words.since} <Clock at={first.since} />
      </span>
      {first.waiting_runs > 0 && <span>{words.waiting(first.waiting_runs)}</span>}
      <NextTry at={first.next_try_at} />
      {others.length > 0 && <span>{words.more(others.length)}</span>}
    </aside>
  );
}

function NextTry({ at }: { at: string }) {
  const now = useNow("second");
  const left = Date.parse(at) - now;
  return (
    <span role="timer" className="tabular-nums">
      {left > 0 ? words.nextTry(runningWords(left)) : words.trying}
    </span>
  );
}

/** Said once when it begins and once when it is over. */
function useSaid(names: readonly string[]) {
  const before = useRef("");
  const now = names.join(", ");
  useEffect(() => {
    if (now !== before.current) announce(now === "" ? words.over : words.begun(now));
    before.current = now;
  }, [now]);
}
