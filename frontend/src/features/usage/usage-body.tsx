import { ChartColumn } from "lucide-react";
import clsx from "clsx";

import { CostHeadline, PricesLink } from "@/features/spending/cost-value";
import { tokenHint, tokensOf } from "@/features/spending/amounts";
import { SpendingTable } from "@/features/spending/spending-table";
import { DayChart } from "@/features/usage/day-chart";
import { dayWords } from "@/features/usage/model/period";
import { WAYS, type UsageReport } from "@/features/usage/model/report";
import { rowsOf } from "@/features/usage/usage-rows";
import type { Usage } from "@/features/usage/use-usage";
import type { UsagePlace } from "@/features/usage/use-usage-place";
import { TabBar } from "@/shell/page";
import { spending } from "@/text/spending";
import { usage as words } from "@/text/usage";
import { Button } from "@/ui/button";
import { EmptyState, ErrorState, ForbiddenState, LoadingRows } from "@/ui/states";
import { Tabs } from "@/ui/tabs";

interface UsageBodyProps {
  usage: Usage;
  place: UsagePlace;
}

/** The sums, the days as bars and the rows, or what stands in their place. Old sums stay while new ones come. */
export function UsageBody({ usage, place }: UsageBodyProps) {
  const { days, rows, error, isOld } = usage;
  if (days === undefined) {
    if (error?.status === 403) return <ForbiddenState title={words.forbidden}>{words.forbiddenDetail}</ForbiddenState>;
    if (error !== null) return <ErrorState title={words.failed} failure={error} onRetry={usage.retry} />;
    return <LoadingRows rows={8} />;
  }
  if (days.total.attempts === 0) return <Nothing report={days} place={place} />;
  return (
    <div aria-busy={isOld} className={clsx(isOld && "opacity-60")}>
      <Summary report={days} />
      {days.from !== days.to && <DayChart report={days} />}
      <div className="mt-5 border-t border-line">
        <TabBar>
          <Tabs label={words.by} current={place.by} items={WAYS.map((by) => ({ id: by, name: words.tabs[by], ...place.placeOf(by) }))} />
        </TabBar>
      </div>
      {rows === undefined ? <LoadingRows rows={4} /> : <Rows report={rows} />}
    </div>
  );
}

function Summary({ report }: { report: UsageReport }) {
  const { total } = report;
  return (
    <div className="px-4 pt-4 phone:px-5">
      <p className="text-28 font-semibold">
        <CostHeadline cost={total.cost} />
      </p>
      <p className="mt-0.5 text-fg-2 tabular-nums">
        <span data-hint={tokenHint(total.usage)} tabIndex={0} className="rounded-chip">
          {spending.tokens(tokensOf(total.usage).all)}
        </span>
        {`, ${words.tries(total.attempts, total.failed)}`}
      </p>
      <p className="mt-0.5 text-12 text-fg-3">
        {words.span(dayWords(report.from), dayWords(report.to))}. {words.zone(report.time_zone)}
      </p>
      {(total.cost.unknown > 0 || total.usage.unknown > 0) && <Unknown report={report} />}
    </div>
  );
}

/** What is missing from the sums, apart from them. */
function Unknown({ report: { total } }: { report: UsageReport }) {
  const parts = [
    ...(total.cost.unknown > 0 ? [spending.costOf(total.cost.unknown)] : []),
    ...(total.usage.unknown > 0 ? [spending.tokensOf(total.usage.unknown)] : []),
  ];
  return (
    <p className="mt-2 max-w-[75ch] text-12 text-fg-2">
      <b className="font-semibold">{words.notCounted(parts)}</b> {spending.why.some} <PricesLink />
    </p>
  );
}

function Rows({ report }: { report: UsageReport }) {
  return (
    <>
      <SpendingTable label={words.table[report.by]} about={words.about[report.by]} rows={rowsOf(report)} total={report.total} />
      {report.rows_are_capped && <p className="px-4 pt-2 text-12 text-fg-3 phone:px-5">{words.capped(report.rows.length)}</p>}
    </>
  );
}

function Nothing({ report, place }: { report: UsageReport; place: UsagePlace }) {
  return (
    <EmptyState
      icon={ChartColumn}
      title={words.empty}
      acts={
        place.period.name !== "30d" && (
          <Button variant="primary" onClick={() => place.goTo({ name: "30d", own: null })}>
            {words.longer}
          </Button>
        )
      }
    >
      <p>{words.emptyDetail}</p>
      <p className="mt-1 text-12 text-fg-3">
        {words.span(dayWords(report.from), dayWords(report.to))}. {words.zone(report.time_zone)}
      </p>
    </EmptyState>
  );
}
