import { Check, Hand, Minus, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { can } from "@/api/boot";
import { PhraseText } from "@/features/run/marked";
import { durationText } from "@/features/run/model/duration-text";
import { instant } from "@/features/run/model/instants";
import { oneSentence } from "@/features/run/model/one-sentence";
import { timeSpent, type TimeSpent } from "@/features/run/model/time-spent";
import { tookPart } from "@/features/run/model/took-part";
import { toolsOf } from "@/features/run/model/tools-of";
import { useAgent } from "@/features/run/use-agent";
import type { RunView } from "@/live/fold/view";
import { side as words } from "@/text/run";
import { Avatar } from "@/ui/avatar";
import { ForeignText } from "@/ui/foreign-text";
import { useNow } from "@/ui/now";
import { StatusShape } from "@/ui/status-shape";
import type { Tone } from "@/ui/status-look";
import { shareWords } from "@/ui/time-words";
import { toneClass } from "@/ui/tones";

/** What stands beside the story: where the run stands, where its time went, what it may do, who took part. */
export function StorySide({ view }: { view: RunView }) {
  return (
    <>
      <section className="px-[18px] pt-4 pb-3.5">
        <Heading>{words.sentence}</Heading>
        <p className="mt-1 text-14 text-pretty text-fg">
          <PhraseText phrase={oneSentence(view, can("approvals:decide"))} />
        </p>
      </section>
      <section className="border-b border-line px-[18px] pb-3.5">
        {view.ended_at === null ? <LiveTime view={view} /> : <TimeBar spent={timeSpent(view, view.ended_at)} say={durationText} />}
      </section>
      <ToolList view={view} />
      <section className="px-[18px] py-3.5">
        <Heading>{words.who}</Heading>
        <ul className="mt-1.5 flex flex-col gap-1.5 text-12">
          {tookPart(view).map((each) => (
            <li key={each.id} className="flex items-center gap-2">
              <Avatar name={each.name} kind={each.kind} />
              <span className="min-w-0 flex-1 truncate" data-cut="">
                <ForeignText text={each.name} />
              </span>
              <span className="shrink-0 text-fg-3 tabular-nums">{each.part}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="text-13 font-semibold">{children}</h2>;
}

function LiveTime({ view }: { view: RunView }) {
  const now = useNow("second");
  return <TimeBar spent={timeSpent(view, Math.max(now, instant(view.created_at) ?? now))} say={shareWords} />;
}

function TimeBar({ spent, say }: { spent: TimeSpent; say: (milliseconds: number) => string }) {
  const parts = partsOf(spent, say);
  return (
    <>
      <h3 className="mb-1.5 text-12 text-fg-3 tabular-nums">{words.time(say(spent.whole))}</h3>
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-[3px] bg-track">
        {parts.map((part) => (
          <i key={part.tone} className={toneClass[part.tone].bar} style={{ flexGrow: part.length, minWidth: 2 }} />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-2.5 gap-y-0.5 text-12 text-fg-2 tabular-nums">
        {parts.map((part) => (
          <li key={part.tone} className="flex items-center gap-1.5">
            <StatusShape tone={part.tone} />
            {part.name}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A moment in the queue is nobody's question. */
const LEAST_MS = 1000;

function partsOf({ queued, working, people }: TimeSpent, say: (milliseconds: number) => string): { tone: Tone; length: number; name: string }[] {
  return [
    ...(queued >= LEAST_MS ? [{ tone: "queued" as const, length: queued, name: words.queued(say(queued)) }] : []),
    { tone: "running" as const, length: working, name: words.working(say(working)) },
    ...(people > 0 ? [{ tone: "approval" as const, length: people, name: words.people(say(people)) }] : []),
  ];
}

const outcomes: Record<string, LucideIcon> = { allow: Check, ask: Hand, deny: X };

/** The tools of the version that this run pins, with how the policy judged them here. */
function ToolList({ view }: { view: RunView }) {
  const agent = useAgent(view.agent?.id ?? null);
  const tools = agent.data ? toolsOf(view, agent.data) : [];
  if (tools.length === 0) return null;
  return (
    <section className="border-b border-line px-[18px] py-3.5">
      <Heading>{words.tools}</Heading>
      <ul className="mt-1.5 flex flex-col gap-1.5 text-12">
        {tools.map((tool) => {
          const Icon = outcomes[tool.outcome ?? ""] ?? Minus;
          const how = words.outcomes[tool.outcome ?? ""];
          return (
            <li key={tool.id} className="flex items-center gap-2">
              <Icon size={14} aria-hidden="true" className={tool.outcome === null ? "text-fg-3" : undefined} />
              <code className="min-w-0 flex-1 truncate" data-cut="">
                <ForeignText text={tool.name} />
              </code>
              <span className="shrink-0 text-fg-3" data-hint={how === undefined ? undefined : words.outcomesHint}>
                {how ?? words.effects[tool.effect] ?? ""}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
