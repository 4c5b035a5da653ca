import { Link } from "@tanstack/react-router";

import { can } from "@/api/boot";
import { costHint, costWords, exactCostWords, isFree } from "@/features/spending/amounts";
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
    <span data-hint={hint} tabIndex={hint === undefined ? undefined : 0} className="rounded-chip tabular-nums">
      {exact ? exactCostWords(cost) : costWords(cost)}
    </span>
  );
}

type Asked = Pick<AttemptView, "usage" | "cost" | "provider" | "model">;

/** Why the cost of a try is not known, and where that is mended. */
export function WhyUnknown({ attempt }: { attempt: Asked }) {
  if (attempt.cost.unknown === 0) return null;
  return (
    <span className="block text-fg-3">
      {reasonOf(attempt)} {isPriceMissing(attempt) && <PricesLink />}
    </span>
  );
}

/** The newest try with a cost that nobody knows; null where all are known. */
export function unknownOf<Try extends Asked>(attempts: readonly Try[]): Try | null {
  return attempts.findLast((each) => each.cost.unknown > 0) ?? null;
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

function reasonOf({ usage, provider, model }: Asked) {
  if (usage !== null && usage.unknown > 0) return words.why.nobodySaid;
  if (provider === "scripted") return words.why.scripted;
  return <ForeignText text={words.why.noPrice(model ?? words.why.model)} />;
}

function isPriceMissing({ usage, provider }: Asked): boolean {
  return provider !== "scripted" && (usage === null || usage.unknown === 0);
}

/** Nothing at all where nothing was used. */
export function MaybeCost({ cost }: { cost: CostView }) {
  return isFree(cost) ? null : <CostText cost={cost} />;
}
