import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { actorName, modelRowName } from "@/features/run/model/names";
import { durationText } from "@/features/run/model/duration-text";
import { instant } from "@/features/run/model/instants";
import { timeSpent } from "@/features/run/model/time-spent";
import { fallbackSteps } from "@/features/run/model/tries";
import { costHint, costWords, tokenHint } from "@/features/spending/amounts";
import type { RunView } from "@/live/fold/view";
import { hasEnded } from "@/live/fold/words";
import { header as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";
import { useNow } from "@/ui/now";
import { anyLink } from "@/ui/place";
import { clockWords, exactWords, runningWords, spanWords } from "@/ui/time-words";

/** The facts of a run in one line: which agent, who started it, how long, how much, until when. */
export function RunFacts({ view }: { view: RunView }) {
  const started = instant(view.created_at);
  const deadline = instant(view.deadline_at);
  const now = useNow("minute");
  return (
    <dl aria-label={words.facts} className="flex min-w-0 flex-wrap gap-x-[22px] gap-y-1 text-12 whitespace-nowrap text-fg-3">
      {view.agent !== null && (
        <Fact name={words.agent}>
          <AgentLink agent={view.agent} />
        </Fact>
      )}
      {view.orchestration !== null && (
        <Fact name={words.team}>
          <ForeignText text={words.version(view.orchestration.name, view.orchestration.version)} />
        </Fact>
      )}
      {started !== null && (
        <Fact name={words.startedBy} hint={exactWords(started)}>
          <ForeignText text={words.startedAt(actorName(view.requester), clockWords(started, now))} />
        </Fact>
      )}
      {view.ended_at === null ? <TakesFact view={view} /> : <TookFact view={view} />}
      <Fact name={words.tokens} hint={tokenHint(view.usage)}>
        {tokensText(view)}
      </Fact>
      {hasCost(view) && (
        <Fact name={words.cost} hint={costHint(view.cost)}>
          {costWords(view.cost)}
        </Fact>
      )}
      <FallbackFact view={view} />
      {deadline !== null && !hasEnded(view.status) && (
        <Fact name={words.deadline} hint={exactWords(deadline)}>
          {deadline > now ? words.deadlineIn(clockWords(deadline, now), spanWords(deadline - now)) : clockWords(deadline, now)}
        </Fact>
      )}
    </dl>
  );
}

/** To exactly the version that the run pinned. */
function AgentLink({ agent }: { agent: NonNullable<RunView["agent"]> }) {
  return (
    <Link
      {...anyLink({ to: "/agents/$id", params: { id: agent.id }, search: { version: agent.version } })}
      className="rounded-chip hover:underline"
    >
      <ForeignText text={words.version(agent.name, agent.version)} />
    </Link>
  );
}

/** `330 of 50,000`. */
export function tokensText(view: RunView): string {
  const used = view.usage.input + view.usage.output;
  const limit = view.limits?.tokens ?? null;
  return limit === null ? words.tokensUsed(used) : words.tokensOf(used, limit);
}

/** A run that only follows a script owes nothing to anybody: its unknown cost is no news. */
function hasCost({ cost, model, orchestration, steps }: RunView): boolean {
  const scripted = orchestration === null ? model?.scripted === true : steps.every((step) => step.provider === "scripted");
  return Object.keys(cost.amounts).length > 0 || (cost.unknown > 0 && !scripted);
}

/** Who answered in the place of the agent's own model, where somebody did. */
function FallbackFact({ view }: { view: RunView }) {
  const answered = view.steps.filter((step) => step.state === "succeeded");
  const byOthers = fallbackSteps(view);
  const last = byOthers[byOthers.length - 1];
  if (last === undefined) return null;
  const name = modelRowName(view, last);
  const all = byOthers.length === answered.length;
  return (
    <Fact name={words.fallback} hint={words.fallbackHint(byOthers.length, answered.length)}>
      <ForeignText text={all ? words.fallbackOne(name, last.target) : words.fallbackSome(name, byOthers.length, answered.length)} />
    </Fact>
  );
}

function TakesFact({ view }: { view: RunView }) {
  const now = useNow("second");
  const spent = timeSpent(view, now);
  const whole = runningWords(spent.whole);
  return <Fact name={words.takes}>{spent.people < 1000 ? whole : words.ofItWaiting(whole, runningWords(spent.people))}</Fact>;
}

function TookFact({ view }: { view: RunView }) {
  const spent = timeSpent(view, view.ended_at);
  const whole = durationText(view.duration_ms ?? spent.whole);
  return <Fact name={words.took}>{spent.people < 1 ? whole : words.ofItWaiting(whole, durationText(spent.people))}</Fact>;
}

function Fact({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-hint={hint} tabIndex={hint === undefined ? undefined : 0} className="rounded-chip text-13 font-medium text-fg tabular-nums">
        {children}
      </dd>
    </div>
  );
}
