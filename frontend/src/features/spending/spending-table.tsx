import clsx from "clsx";
import type { ReactNode } from "react";

import { measureOf, shareOf, shareWords, tokensOf, type Spent } from "@/features/spending/amounts";
import { CostText } from "@/features/spending/cost-value";
import { number } from "@/text/plural";
import { spending as words } from "@/text/spending";
import { useMedia, widths } from "@/ui/use-media";

/** What some tries used and cost together. */
export interface SpentTries extends Spent {
  readonly attempts: number;
  readonly failed: number;
}

export interface SpendingRow extends SpentTries {
  readonly id: string;
  /** What it is about: a link, a button or words. */
  readonly name: ReactNode;
  readonly current?: boolean;
}

interface SpendingTableProps {
  label: string;
  /** The head of the first column. */
  about: string;
  rows: readonly SpendingRow[];
  /** Of everything, which the rows add up to. */
  total: SpentTries;
  /** With every digit. */
  exact?: boolean;
}

/** Tokens and money in rows that add up; on a phone each row is two lines, since a table would scroll sideways. */
export function SpendingTable(props: SpendingTableProps) {
  return useMedia(widths.phone) ? <Cards {...props} /> : <Wide {...props} />;
}

const numbers = "px-2.5 text-right whitespace-nowrap tabular-nums";
/** Where the table is narrow, what is a part of another number goes first. */
const finer = "hidden @4xl:table-cell";

function Wide({ label, about, rows, total, exact = false }: SpendingTableProps) {
  const { columns } = words;
  const share = measureOf(total) === "cost" ? columns.shareOfCost : columns.shareOfTokens;
  return (
    <div className="@container">
      <table aria-label={label} className="w-full table-fixed border-collapse text-13">
        <thead>
          <tr className="h-8 border-b border-line text-12 text-fg-2 [&>th]:font-medium">
            <th scope="col" className="px-2.5 pl-5 text-left">
              {about}
            </th>
            <th scope="col" className={clsx(numbers, "w-[92px]")}>
              {columns.tries}
            </th>
            <th scope="col" className={clsx(numbers, "w-[92px]")} data-hint={words.freshHint}>
              {columns.fresh}
            </th>
            <th scope="col" className={clsx(numbers, finer, "w-[84px]")} data-hint={words.cachedHint}>
              {columns.cached}
            </th>
            <th scope="col" className={clsx(numbers, "w-[84px]")} data-hint={words.outputHint}>
              {columns.output}
            </th>
            <th scope="col" className={clsx(numbers, finer, "w-[92px]")} data-hint={words.reasoningHint}>
              {columns.reasoning}
            </th>
            <th scope="col" className={clsx(numbers, "w-[124px]")}>
              {columns.cost}
            </th>
            <th scope="col" className="w-[132px] px-2.5 pr-5 text-left">
              {share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={clsx("h-[42px] border-b border-line hover:bg-hover", row.current === true && "bg-selected! shadow-[inset_2px_0_var(--accent)]")}>
              <th scope="row" className="px-2.5 py-1.5 pl-5 text-left font-normal">
                {row.name}
              </th>
              <Amounts spent={row} exact={exact} />
              <td className="px-2.5 pr-5">
                <Share share={shareOf(row, total)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-[42px] border-b border-line font-semibold">
            <th scope="row" className="px-2.5 pl-5 text-left">
              {words.total}
            </th>
            <Amounts spent={total} exact={exact} />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Amounts({ spent, exact }: { spent: SpentTries; exact: boolean }) {
  const { fresh, cached, output, reasoning } = tokensOf(spent.usage);
  const unknown = spent.usage.unknown;
  return (
    <>
      <td className={numbers}>
        {number(spent.attempts)}
        {spent.failed > 0 && <span className="block text-11 font-normal text-fg-3">{words.failed(spent.failed)}</span>}
      </td>
      <td className={numbers} data-hint={unknown > 0 ? words.unknownFor(unknown) : undefined}>
        {unknown > 0 && fresh + cached + output === 0 ? <span className="font-normal text-fg-3">{words.notKnown}</span> : atLeast(fresh, unknown)}
      </td>
      <td className={clsx(numbers, finer)}>{number(cached)}</td>
      <td className={numbers}>{unknown > 0 && output === 0 ? "" : atLeast(output, unknown)}</td>
      <td className={clsx(numbers, finer, "text-fg-3")}>{reasoning > 0 ? number(reasoning) : ""}</td>
      <td className={numbers}>
        <CostText cost={spent.cost} exact={exact} />
      </td>
    </>
  );
}

/** With a plus where some tries did not say. */
function atLeast(count: number, unknown: number): string {
  return unknown > 0 ? words.atLeast(number(count)) : number(count);
}

function Share({ share }: { share: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-track">
        <i className="block h-full rounded-full bg-chart-1" style={{ width: `${share * 100}%`, minWidth: share > 0 ? 2 : 0 }} />
      </span>
      <span className="w-9 shrink-0 text-right text-12 text-fg-3 tabular-nums">{shareWords(share)}</span>
    </span>
  );
}

function Cards({ label, rows, total, exact = false }: SpendingTableProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {rows.map((row) => (
        <li key={row.id} className={clsx("border-b border-line px-4 py-2.5", row.current === true && "bg-selected")}>
          <Card spent={row} name={row.name} exact={exact} />
          <div className="mt-1.5">
            <Share share={shareOf(row, total)} />
          </div>
        </li>
      ))}
      <li className="border-b border-line px-4 py-2.5 font-semibold">
        <Card spent={total} name={words.total} exact={exact} />
      </li>
    </ul>
  );
}

function Card({ spent, name, exact }: { spent: SpentTries; name: ReactNode; exact: boolean }) {
  const { fresh, cached, output } = tokensOf(spent.usage);
  const tries = spent.failed > 0 ? `${words.tries(spent.attempts)}, ${words.failed(spent.failed)}` : words.tries(spent.attempts);
  const unknown = spent.usage.unknown > 0 ? `, ${words.tokensUnknown(spent.usage.unknown)}` : "";
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">{name}</div>
        <span className="shrink-0">
          <CostText cost={spent.cost} exact={exact} />
        </span>
      </div>
      <p className="mt-0.5 text-12 font-normal text-fg-3 tabular-nums">
        {tries}, {words.short(fresh, cached, output)}
        {unknown}
      </p>
    </>
  );
}
