import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";

import type { ApprovalSummary, RunSummary } from "@/api/types";
import { whoRuns } from "@/api/who-runs";
import { nameOf, nextOf, whyOf } from "@/features/runs/reason";
import { act } from "@/text/common";
import { peek as words, runs } from "@/text/runs";
import { number } from "@/text/plural";
import { buttonClass } from "@/ui/button";
import { Copy } from "@/ui/copy";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";
import { Panel } from "@/ui/panel";
import { Status } from "@/ui/status";
import { Clock, Duration, Expiry } from "@/ui/time";

interface PeekPanelProps {
  run: RunSummary;
  approval: ApprovalSummary | undefined;
  onClose: () => void;
}

/** A look into a run without leaving the list. */
export function PeekPanel({ run, approval, onClose }: PeekPanelProps) {
  const { error } = run;
  return (
    <Panel id="runs.peek" label={words.label} side="right" initial={388} least={348} most={560}>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Status status={run.status} waitingFor={run.waiting_for} form="chip" />
        <span className="ml-auto flex items-center gap-1">
          <Link to="/runs/$runId" params={{ runId: run.id }} className={buttonClass({ size: "small" })}>
            {words.open}
            <Kbd keys="Enter" />
          </Link>
          <IconButton icon={X} label={act.close} keys="Escape" onClick={onClose} />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6">
        <h2 className="pt-4 text-16 font-semibold wrap-anywhere">
          <ForeignText text={nameOf(run)} strictness="prose" />
        </h2>
        {run.input_size > run.input_head.length && (
          <p className="text-12 text-fg-3">{words.cut(run.input_head.length, run.input_size)}</p>
        )}
        {approval !== undefined && (
          <Part title={words.waits}>
            <p>
              <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }} className="text-accent underline underline-offset-3">
                <ForeignText text={approval.sentence} />
              </Link>
            </p>
            <p className="text-12 text-fg-3">
              <Expiry at={approval.expires_at} long />
            </p>
          </Part>
        )}
        {error !== null && (
          <Part title={run.status === "needs_attention" ? words.attention : words.error}>
            <p className="font-mono text-12">{error.code}</p>
            <p className="text-fg-2">{whyOf(error.code) ?? <ForeignText text={error.message} strictness="prose" />}</p>
            {nextOf(error.code) !== undefined && <p className="pt-1 text-fg-2">{nextOf(error.code)}</p>}
          </Part>
        )}
        {run.output_head !== null && (
          <Part title={words.output}>
            <ForeignText block text={run.output_head} className="text-14 text-fg-2" />
            {(run.output_size ?? 0) > run.output_head.length && (
              <p className="text-12 text-fg-3">{words.cut(run.output_head.length, run.output_size ?? 0)}</p>
            )}
          </Part>
        )}
        <Part title={words.facts}>
          <dl className="grid grid-cols-[104px_minmax(0,1fr)] gap-y-1.5">
            <Fact name={words.agent}>{runs.version(whoRuns(run).name, whoRuns(run).version)}</Fact>
            <Fact name={words.requester}>
              <ForeignText text={run.requester.name} />
            </Fact>
            <Fact name={words.created}>
              <Clock at={run.created_at} seconds />
            </Fact>
            {run.ended_at !== null && (
              <Fact name={words.ended}>
                <Clock at={run.ended_at} seconds />
              </Fact>
            )}
            {run.started_at !== null && (
              <Fact name={words.took}>
                <Duration
                  of={run.ended_at === null ? null : Date.parse(run.ended_at) - Date.parse(run.started_at)}
                  since={run.started_at}
                />
              </Fact>
            )}
            <Fact name={words.steps}>{words.of(run.steps_used, run.limits.steps)}</Fact>
            <Fact name={words.tokens}>
              {run.limits.tokens === null ? number(run.tokens_used) : words.of(run.tokens_used, run.limits.tokens)}
            </Fact>
            {run.ended_at === null && (
              <Fact name={words.deadline}>
                <Expiry at={run.deadline_at} long />
              </Fact>
            )}
            <Fact name={words.id}>
              <span className="flex items-center gap-1">
                <span data-cut="" className="truncate font-mono text-12">
                  {run.id}
                </span>
                <Copy text={run.id} what={words.id} />
              </span>
            </Fact>
          </dl>
        </Part>
      </div>
    </Panel>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="pb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
