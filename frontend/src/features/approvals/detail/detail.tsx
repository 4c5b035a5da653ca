import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { FileQuestion } from "lucide-react";
import { useEffect } from "react";

import { ApiError } from "@/api/errors";
import { card as words, empty } from "@/text/approvals";
import { buttonClass } from "@/ui/button";
import { EmptyState, ErrorState, LoadingRows } from "@/ui/states";
import { useMedia, widths } from "@/ui/use-media";

import { type BarActs, DecisionBar } from "../bar/bar";
import { useCard } from "../data";
import { FirstDecision } from "../guide/first-decision";
import type { GuideState } from "../guide/use-guide";
import type { ApprovalCard } from "../model/card";
import type { DeskStore } from "../model/desk-store";
import { CardPhone } from "../phone/card-phone";
import { failureOf } from "../use-inbox";
import { focusSentence } from "../sentence-focus";
import { useReading } from "../use-reading";
import { CardView } from "./card-view";

interface DetailProps {
  id: string;
  desk: DeskStore;
  position: { index: number; total: number } | null;
  guide: GuideState | null;
  actsOf: (card: ApprovalCard) => BarActs;
}

/** One approval: the card, and under it the bar that decides. */
export function Detail({ id, ...rest }: DetailProps) {
  const card = useCard(id);
  if (card.data !== undefined) return <Loaded key={id} card={card.data} {...rest} />;
  if (!card.isError) return <LoadingRows lines={2} className="flex-1" />;
  if (card.error instanceof ApiError && card.error.status === 404) return <Missing />;
  return (
    <ErrorState title={empty.cardFailed} failure={failureOf(card.error)} onRetry={() => void card.refetch()}>
      {empty.cardFailedDetail}
    </ErrorState>
  );
}

function Missing() {
  return (
    <EmptyState
      icon={FileQuestion}
      title={empty.missing}
      acts={
        <Link to="/approvals" className={buttonClass({ variant: "primary" })}>
          {empty.toList}
        </Link>
      }
    >
      {empty.missingDetail}
    </EmptyState>
  );
}

function Loaded({ card, desk, position, guide, actsOf }: Omit<DetailProps, "id"> & { card: ApprovalCard }) {
  const reading = useReading(card);
  const phone = useMedia(widths.phone);
  const { id, digest, version, risk } = card;
  // In sight from now on: a decision speaks of this digest, and none is taken at once.
  useEffect(() => desk.show({ id, digest, version, risk }), [desk, id, digest, version, risk]);
  const isOpen = reading.stance === "open";
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      // It expired or was decided elsewhere under the eye: what was armed or focused in the bar is gone.
      desk.dispatch({ type: "disarm" });
      if (document.activeElement === document.body) focusSentence(id, id);
    };
  }, [desk, id, isOpen]);

  const acts = actsOf(card);
  const points = guide !== null && !guide.isDone && reading.stance === "open" ? guide.step : null;
  const marked = points === 0 ? "sentence" : points === 1 ? "why" : null;
  return (
    <section aria-label={words.region} data-card={card.id} className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      <div className="min-h-0 flex-1 overflow-y-auto px-4 short:flex-none short:overflow-visible pt-3.5 phone:px-6 phone:pt-[18px]">
        {guide !== null && (guide.isDone || reading.stance === "open") && <FirstDecision guide={guide} />}
        {phone ? (
          <CardPhone reading={reading} marked={marked} />
        ) : (
          <CardView reading={reading} position={position} onCopyLink={acts.copyLink} marked={marked} />
        )}
      </div>
      <div className={clsx("shrink-0", points === 2 && "shadow-[inset_0_2px_var(--accent)]")}>
        <DecisionBar reading={reading} desk={desk} acts={acts} />
      </div>
    </section>
  );
}
