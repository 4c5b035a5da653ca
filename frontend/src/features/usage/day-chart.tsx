import clsx from "clsx";
import { useState } from "react";

import { onlyCurrency, type Measure } from "@/features/spending/amounts";
import { chartOf, measures, namedDays, type DayBar } from "@/features/usage/model/chart";
import { dayWords, shortDayWords } from "@/features/usage/model/period";
import type { UsageReport } from "@/features/usage/model/report";
import { money } from "@/text/money";
import { number } from "@/text/plural";
import { usage as words } from "@/text/usage";
import { Segments } from "@/ui/segments";
import { useMedia, widths } from "@/ui/use-media";

/** Is it more than usual? One bar for each day, from zero; a day of which not all is known has a dashed top. */
export function DayChart({ report }: { report: UsageReport }) {
  const [wanted, setWanted] = useState<Measure>("cost");
  const possible = measures(report.total);
  const measure = possible.includes(wanted) ? wanted : "tokens";
  const { bars, lines, most } = chartOf(report, measure);
  const named = namedDays(bars, useMedia(widths.phone) ? 4 : 10);
  const currency = onlyCurrency(report.total.cost) ?? "";
  const say = (amount: number) => (measure === "cost" ? money(currency, amount) : number(amount));
  const title = measure === "cost" ? words.chart.title.cost(currency) : words.chart.title.tokens;
  const sum = bars.reduce((all, bar) => all + bar.amount, 0);
  const sentence = words.chart.sentence(title, dayWords(report.from), dayWords(report.to), say(most?.amount ?? 0), most === null ? "–" : dayWords(most.day), say(sum));
  return (
    <section className="mx-4 mt-5 rounded-card border border-line phone:mx-5">
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 className="font-semibold">{title}</h2>
        {possible.length > 1 && (
          <span className="ml-auto">
            <Segments
              label={words.chart.measure}
              value={measure}
              options={possible.map((value) => ({ value, name: words.chart[value] }))}
              onChange={setWanted}
            />
          </span>
        )}
      </header>
      <div role="img" aria-label={sentence} className="relative mt-5 mr-3 mb-1 ml-3 h-[168px]">
        {lines.map((line) => (
          <div key={line.height} className="absolute inset-x-0 border-t border-line" style={{ bottom: `${line.height * 144 + 24}px` }}>
            <span className="absolute bottom-px left-0 text-11 text-fg-3 tabular-nums">{say(line.amount)}</span>
          </div>
        ))}
        <div className="absolute inset-x-0 bottom-6 h-36 border-b border-line-strong">
          <div className="flex h-full gap-px pl-16 phone:gap-0.5">
            {bars.map((bar) => (
              <Bar key={bar.day} bar={bar} label={bar.amount === 0 && !bar.incomplete ? words.chart.nothing(dayWords(bar.day)) : words.chart.day(dayWords(bar.day), say(bar.amount))} />
            ))}
          </div>
        </div>
        <div className="absolute inset-x-0 bottom-0 flex h-6 gap-px pl-16 text-11 text-fg-3 phone:gap-0.5">
          {bars.map((bar) => (
            <span key={bar.day} className="relative min-w-0 flex-1">
              {named.has(bar.day) && <span className={clsx("absolute top-1 whitespace-nowrap", bars.length > 14 ? "right-0" : "left-1/2 -translate-x-1/2")}>{shortDayWords(bar.day)}</span>}
            </span>
          ))}
        </div>
      </div>
      {bars.some((bar) => bar.incomplete) && <p className="px-3 pb-2 text-12 text-fg-3">{words.chart.incomplete}</p>}
    </section>
  );
}

function Bar({ bar, label }: { bar: DayBar; label: string }) {
  return (
    <span data-hint={label} className="flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-hover">
      {bar.incomplete && <i className="h-1.5 shrink-0 border-t-2 border-dashed border-line-control" />}
      <i className={clsx("shrink-0 rounded-t-[2px] bg-chart-1", bar.amount > 0 && "min-h-0.5")} style={{ height: `${bar.height * 100}%` }} />
    </span>
  );
}
