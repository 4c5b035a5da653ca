import clsx from "clsx";
import { Check, Hand, X } from "lucide-react";

import { policy as words } from "@/text/policy";

import type { Outcome } from "./model/rule-form";

const looks = {
  allow: { icon: Check, text: "text-succeeded-fg" },
  ask: { icon: Hand, text: "text-approval-fg" },
  deny: { icon: X, text: "text-failed-fg" },
} as const;

interface OutcomeWordProps {
  outcome: Outcome;
  /** Other words than the outcome's own. */
  name?: string;
  className?: string;
}

/** What policy says, as icon and word: never by colour alone. */
export function OutcomeWord({ outcome, name, className }: OutcomeWordProps) {
  const { icon: Icon, text } = looks[outcome];
  return (
    <span className={clsx("inline-flex items-center gap-1.5 font-medium", text, className)}>
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      {name ?? words.outcome[outcome]}
    </span>
  );
}

export const outcomeIcon = { allow: Check, ask: Hand, deny: X } as const;
export const outcomeColour = { allow: looks.allow.text, ask: looks.ask.text, deny: looks.deny.text } as const;
