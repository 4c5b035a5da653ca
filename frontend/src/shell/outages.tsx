/** Providers that do not answer, on every page: who waits for them, and when they are asked again. */

import { Link } from "@tanstack/react-router";
import { PlugZap } from "lucide-react";
import { useEffect, useRef } from "react";

import { NextTry } from "@/shell/next-try";
import { useOutages, type Outage } from "@/shell/use-outages";
import { outages as words } from "@/text/shell";
import { listed } from "@/text/plural";
import { announce } from "@/ui/announce";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { Clock } from "@/ui/time";

const link = "rounded-chip underline";

/** Nothing while everybody answers. */
export function Outages() {
  const items = useOutages();
  useSaid(items);
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <aside aria-label={words.label} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line bg-attention-bg px-4 py-1.5 text-12 text-attention-fg">
      <span className="inline-flex min-w-0 items-center gap-2">
        <PlugZap size={14} aria-hidden="true" className="shrink-0" />
        <span>
          <Link {...anyLink({ to: "/settings/connections", search: { item: first.connection.id } })} className={`${link} font-medium`}>
            <ForeignText text={first.connection.name} />
          </Link>{" "}
          {words.since} <Clock at={first.since} />
        </span>
      </span>
      {first.waiting_runs > 0 && (
        <Link {...anyLink({ to: "/runs", search: { status: "queued,running" } })} className={link}>
          {words.waiting(first.waiting_runs)}
        </Link>
      )}
      <NextTry at={first.next_try_at} />
      {others.length > 0 && (
        <Link {...anyLink({ to: "/settings/connections" })} className={link}>
          {words.more(others.length)}
        </Link>
      )}
    </aside>
  );
}

/** Said once of each when it begins and when it is over. */
function useSaid(items: readonly Outage[]) {
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const now = new Map(items.map(({ connection }) => [connection.id, connection.name]));
    const begun = [...now].filter(([id]) => !before.current.has(id)).map(([, name]) => name);
    const over = [...before.current].filter(([id]) => !now.has(id)).map(([, name]) => name);
    const said = [...(begun.length > 0 ? [words.begun(listed(begun))] : []), ...(over.length > 0 ? [words.over(listed(over), now.size)] : [])];
    if (said.length > 0) announce(said.join(" "));
    before.current = now;
  }, [items]);
}
