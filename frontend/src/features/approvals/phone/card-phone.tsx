import clsx from "clsx";
import { ChevronRight, GitFork, History, MessageCircle, Scale } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { can } from "@/api/boot";
import { becauseText } from "@/text/run-story";
import { card as words } from "@/text/approvals";
import { Avatar } from "@/ui/avatar";
import { ForeignText } from "@/ui/foreign-text";
import { Risk } from "@/ui/risk";
import { Status } from "@/ui/status";
import { Expiry } from "@/ui/time";

import { Promise } from "../bar/open";
import { myName } from "../data";
import { Value } from "../detail/arguments";
import { Called, MARK, WhatAtExpiry, type CardViewProps } from "../detail/card-view";
import { Alike, Chain, Votes, Why } from "../detail/facts";
import { LedToPart } from "../detail/led-to";
import { Outcome } from "../detail/outcome";
import { Sentence } from "../detail/sentence";
import type { Reading } from "../use-reading";

/** The card at the thumb: all that decides stands open; the rest is one press away. */
export function CardPhone({ reading, marked }: Pick<CardViewProps, "reading" | "marked">) {
  const { card, stance, fields, run, alike } = reading;
  const isOpen = stance === "open";
  return (
    <>
      <div className="flex items-center gap-2">
        <Status of="approval" status={card.state} form="chip" />
        <Risk level={card.risk} form="word" />
        {isOpen && <Expiry at={card.expires_at} long className="ml-auto text-12 font-medium" />}
      </div>
      <Sentence card={card} className={clsx("mt-3 text-[22px] leading-[29px]", marked === "sentence" && MARK)} />
      <p className="mt-1.5 text-14 text-fg-2">
        {(words.effect[card.effect_class] ?? card.effect_class) + "."} <WhatAtExpiry card={card} stance={stance} />
      </p>
      <Outcome card={card} run={run} />
      {card.because.length > 0 && (
        <p className="mt-2 text-14 text-fg-2">{words.becauseDetail(becauseText(card.because))}</p>
      )}
      <dl className="mt-3 border-t border-line py-1 text-14">
        {fields.map(({ name, label, value, wide }) => (
          <div key={name} className={clsx("py-[7px]", wide ? "flex flex-col" : "flex items-baseline justify-between gap-4")}>
            <dt className="shrink-0 text-fg-3">
              <ForeignText text={label} />
            </dt>
            <dd className={clsx("min-w-0 wrap-anywhere", !wide && "text-right")}>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Line icon={null} mark={<Mark reading={reading} />} summary={<VoteLine reading={reading} />}>
        <Votes card={card} stance={stance} />
      </Line>
      <Line icon={Scale} summary={<ForeignText text={card.rule.text === "" ? words.defaultRule : card.rule.text} strictness="prose" />} className={marked === "why" ? MARK : ""}>
        <Why card={card} />
      </Line>
      <Line icon={MessageCircle} summary={<ForeignText text={`“${card.run.input_head}”`} strictness="prose" />}>
        <LedToPart reading={reading} />
      </Line>
      <Line icon={GitFork} summary={words.chain}>
        <p className="mb-2 text-fg-2">
          <Called card={card} /> {words.cannotRehearse}
        </p>
        <Chain card={card} stance={stance} run={run} />
      </Line>
      <Line icon={History} summary={beforeLine(alike)}>
        <Alike rows={alike} />
      </Line>
      {isOpen && <Promise card={card} className="border-t border-line pt-3 pb-4" />}
    </>
  );
}

interface LineProps {
  icon: LucideIcon | null;
  mark?: ReactNode;
  summary: ReactNode;
  children: ReactNode;
  className?: string;
}

/** One line that says the fact, and more of it at a press. */
function Line({ icon: Icon, mark, summary, children, className }: LineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={clsx("border-t border-line", className)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-2.5 py-1.5 text-left text-14"
      >
        {Icon && <Icon size={20} aria-hidden="true" className="shrink-0" />}
        {mark}
        <span className={clsx("min-w-0 flex-1", !open && "line-clamp-2")}>{summary}</span>
        <ChevronRight size={16} aria-hidden="true" className={clsx("shrink-0 transition-transform", open && "rotate-90")} />
      </button>
      <div id={id} hidden={!open} className="pb-3">
        {open && children}
      </div>
    </div>
  );
}

function Mark({ reading: { card } }: { reading: Reading }) {
  const by = (card.decision ?? card.held)?.by;
  return <Avatar name={by?.name ?? myName()} size="large" kind={by?.kind === "api_key" ? "key" : "person"} />;
}

function VoteLine({ reading: { card, stance } }: { reading: Reading }) {
  const decision = card.decision ?? card.held;
  if (decision !== null) {
    return <ForeignText text={words.didBy(decision.by.name, decision.decision)} strictness="prose" />;
  }
  if (stance !== "open") return words.nobodyDecided;
  return can("approvals:decide") ? <b className="font-semibold">{words.youDecideIt}</b> : words.whoDecides;
}

function beforeLine(alike: Reading["alike"]): string {
  if (alike === undefined || alike.length === 0) return words.beforeNone;
  const approved = alike.filter(({ state }) => state === "approved").length;
  return words.beforeSum(approved, alike.length - approved);
}
