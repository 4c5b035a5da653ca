import { Link } from "@tanstack/react-router";
import clsx from "clsx";

import { can } from "@/api/boot";
import { costHint, costWords, exactCostWords, isCostUnknown } from "@/features/spending/amounts";
import type { AttemptView, CostView } from "@/live/fold/view";
import { spending as words } from "@/text/spending";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";

interface CostTextProps {
  cost: CostView;
  /** With every digit, where costs stand below each other and add up. */
  exact?: boolean;
}

/** An amount, with the exact one on hover and focus. */
export function CostText({ cost, exact = false }: CostTextProps) {
  const hint = costHint(cost);
  return (
    <span data-hint={hint} tabIndex={hint === undefined ? undefined : 0} className={clsx("rounded-chip tabular-nums", isCostUnknown(cost) && "font-normal text-fg-3")}>
      {exact ? exactCostWords(cost) : costWords(cost)}
    </span>
  );
}

/** The sum at the head of a page, which has no column to say what it is. */
export function CostHeadline({ cost }: { cost: CostView }) {
  return isCostUnknown(cost) ? <span className="text-fg-2">{words.costNotKnown}</span> : <CostText cost={cost} />;
}

type Asked = Pick<AttemptView, "usage" | "cost" | "provider" | "model">;

/** Why the cost of a try is not known, and where that is mended. */
export function WhyUnknown({ attempt }: { attempt: Asked }) {
  if (attempt.cost.unknown === 0) return null;
  const reason = reasonOf(attempt);
  return (
    <span className="block text-fg-3">
      <ForeignText text={reason.text} /> {reason.isMissingPrice && <PricesLink />}
    </span>
  );
}

/** Tries with a cost that nobody knows, one for each reason. */
export function unknownOf<Try extends Asked>(attempts: readonly Try[]): Try[] {
  const byReason = new Map(attempts.filter((each) => each.cost.unknown > 0).map((each) => [reasonOf(each).text, each]));
  return [...byReason.values()];
}

/** To the prices, for whoever may publish some. */
export function PricesLink() {
  if (!can("agents:edit")) return null;
  return (
    <Link {...anyLink({ to: "/settings/prices" })} className="rounded-chip text-accent underline decoration-1 underline-offset-3">
      {words.why.prices}
    </Link>
  );
}

function reasonOf({ usage, provider, model }: Asked): { text: string; isMissingPrice: boolean } {
  if (usage !== null && usage.unknown > 0) return { text: words.why.nobodySaid, isMissingPrice: false };
  if (provider === "scripted") return { text: words.why.scripted, isMissingPrice: false };
  return { text: words.why.noPrice(model ?? words.why.model), isMissingPrice: true };
}
