import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";

import { can } from "@/api/boot";
import type { RunDetail } from "@/api/types";
import { card as words } from "@/text/approvals";
import { Avatar } from "@/ui/avatar";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { Status } from "@/ui/status";
import { Ago } from "@/ui/time";

import { me, myName } from "../data";
import type { ApprovalCard, ApprovalRow, Stance } from "../model/card";
import { testsOf } from "../model/rule";
import { runPlace, shortId } from "../run-place";
import { Words } from "../words";
import { Section } from "./section";

interface FactsProps {
  card: ApprovalCard;
  stance: Stance;
  run: RunDetail | undefined;
  alike: readonly ApprovalRow[] | undefined;
  whyMark: string | undefined;
}

/** What else bears on the decision: who may, why it is asked, how it got here, what was decided before. */
export function Facts({ card, stance, run, alike, whyMark }: FactsProps) {
  const parts: { title: string; note?: ReactNode; body: ReactNode; className?: string | undefined }[] = [
    {
      title: words.votes,
      note: words.votesOf(card.decision === null && card.held === null ? 0 : 1, 1),
      body: <Votes card={card} stance={stance} />,
    },
    { title: stance === "open" ? words.why : words.whyAsked, body: <Why card={card} />, className: whyMark },
    { title: words.chain, body: <Chain card={card} stance={stance} run={run} /> },
    { title: words.before, body: <Alike rows={alike} /> },
  ];
  return (
    <aside aria-label={words.facts}>
      {parts.map(({ title, note, body, className }, index) => (
        <Section
          key={title}
          title={title}
          note={note}
          className={clsx("[&>h3]:mb-1.5", index > 0 && "mt-3.5 border-t border-line pt-3.5", className)}
        >
          {body}
        </Section>
      ))}
    </aside>
  );
}

/** Who decided, or who may. */
export function Votes({ card, stance }: { card: ApprovalCard; stance: Stance }) {
  const decision = card.decision ?? card.held;
  if (decision !== null) {
    const Mark = decision.decision === "approve" ? Check : X;
    return (
      <div className="flex items-start gap-2">
        <Avatar name={decision.by.name} kind={decision.by.kind === "user" ? "person" : "key"} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-1.5">
            <b className="font-medium">{decision.by.id === me() ? words.you : <ForeignText text={decision.by.name} />}</b>
            <Mark size={14} role="img" aria-hidden={undefined} aria-label={decision.decision === "approve" ? words.approved : words.rejected} />
            <Ago at={decision.at} className="text-12 text-fg-3" />
          </div>
          {decision.reason !== null && decision.reason !== "" && (
            <div className="text-12 text-fg-2">
              <ForeignText text={`“${decision.reason}”`} strictness="prose" className="wrap-anywhere whitespace-pre-wrap" />
            </div>
          )}
        </div>
      </div>
    );
  }
  if (stance !== "open") return <p className="text-fg-2">{words.nobodyDecided}</p>;
  return (
    <>
      {can("approvals:decide") && (
        <p className="mb-2 flex items-center gap-2">
          <Avatar name={myName()} />
          <span className="text-fg-2">
            <Words phrase={words.youDecide(words.you)} />
          </span>
        </p>
      )}
      <p className="text-fg-3">{words.whoDecides}</p>
    </>
  );
}

/** The rule that asks. */
export function Why({ card }: { card: ApprovalCard }) {
  const { id, text } = card.rule;
  const tests = testsOf(card.binding);
  if (id === null) return <p className="text-fg-2">{words.defaultRule}</p>;
  return (
    <>
      <p className="text-fg-2">
        <ForeignText text={text} strictness="prose" />
      </p>
      {tests.length > 0 && (
        <p className="mt-1 text-12 text-fg-3">
          <Words phrase={words.ruleWhen(tests.join(", "))} strong={(text) => <code className="text-fg-2">{text}</code>} />
        </p>
      )}
      <p className="mt-1 text-12 text-fg-3">
        <ForeignText text={words.rule(id)} />
      </p>
    </>
  );
}

const dot =
  "relative pb-2 pl-[22px] text-12 before:absolute before:top-[7px] before:left-1 before:size-[7px] before:rounded-full before:border-[1.5px] before:border-fg-3 before:bg-surface before:content-['']";
const line = "after:absolute after:top-[17px] after:-bottom-1.5 after:left-[7px] after:border-l-[1.5px] after:border-line-strong after:content-['']";

/** Of the agent that asks, as its run pins it. */
function versionIn(run: FactsProps["run"], agent: string): string {
  const asks = run?.tasks.find((task) => task.agent.id === agent)?.agent ?? run?.agent;
  return asks ? String(asks.version) : "";
}

/** Who started it, which agent it is, which tool waits. */
export function Chain({ card, stance, run }: Pick<FactsProps, "card" | "stance" | "run">) {
  const { agent, requester, id } = card.run;
  return (
    <>
      <ol>
        <li className={clsx(dot, line)}>
          <span className="text-fg-3">
            <Words phrase={words.started(requester.name, agent.name)} />
          </span>
        </li>
        <li className={clsx(dot, line)}>
          <span className="text-fg-3">
            <Words phrase={words.agentVersion(agent.name, versionIn(run, agent.id))} />
          </span>
        </li>
        <li className="relative pb-2 pl-[22px] text-12">
          <Status of="approval" status={card.state} form="shape" className="absolute top-[2.5px] left-[1.5px] size-3" />
          <b className="font-mono font-medium">
            <ForeignText text={card.tool} />
          </b>{" "}
          {stance === "open" && <span className="text-fg-3">{can("approvals:decide") ? words.waits : words.waitsFor}</span>}
        </li>
      </ol>
      <p className="text-12">
        <Link {...anyLink(runPlace(card, run))} className="rounded-chip text-accent underline decoration-1 underline-offset-[3px]">
          {words.openRun(shortId(id))}
        </Link>
      </p>
    </>
  );
}

/** How people decided about this tool before. */
export function Alike({ rows }: { rows: readonly ApprovalRow[] | undefined }) {
  if (rows === undefined) return null;
  if (rows.length === 0) return <p className="text-12 text-fg-3">{words.beforeNone}</p>;
  return (
    <ul className="flex flex-col gap-1 text-12">
      {rows.map((row) => (
        <li key={row.id} className="flex min-w-0 items-center gap-1.5">
          <Status of="approval" status={row.state} form="shape" />
          <Link
            {...anyLink({ to: "/approvals/$approvalId", params: { approvalId: row.id }, search: { view: "decided" } })}
            data-cut=""
            className="min-w-0 flex-1 truncate rounded-chip hover:underline"
          >
            <ForeignText text={row.sentence} strictness="prose" />
          </Link>
          <span className="shrink-0 text-fg-3">{row.state === "approved" ? words.approved : words.rejected}</span>
        </li>
      ))}
    </ul>
  );
}
