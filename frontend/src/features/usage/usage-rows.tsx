import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { shortId } from "@/features/run/model/curl";
import type { SpendingRow } from "@/features/spending/spending-table";
import { dayWords } from "@/features/usage/model/period";
import { keyOf, type UsageReport, type UsageRow } from "@/features/usage/model/report";
import { usage as words } from "@/text/usage";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";

/** The rows of a report, each under the name of what it is about. */
export function rowsOf(report: UsageReport): SpendingRow[] {
  return report.rows.map((row) => ({ ...row, id: keyOf(row), name: <Name row={row} by={report.by} /> }));
}

function Name({ row, by }: { row: UsageRow; by: UsageReport["by"] }) {
  if (row.day !== null) return dayWords(row.day);
  if (row.agent !== null) return <AgentName {...row.agent} />;
  if (row.model !== null) return <Two first={row.model.name} second={row.model.provider} />;
  if (row.connection !== null) {
    return row.connection.name === null ? <Two first={shortId(row.connection.id)} second={words.gone} /> : <Two first={row.connection.name} />;
  }
  return by === "connection" ? <Two first={words.noConnection} second={words.noConnectionDetail} /> : null;
}

/** Its name leads to its runs; an agent that is gone has its id alone. */
function AgentName({ id, name }: { id: string; name: string | null }) {
  return (
    <Link {...anyLink({ to: "/runs", search: { agent: name ?? id } })} data-hint={words.runsOf(name ?? shortId(id))} className="rounded-chip hover:underline hover:decoration-line-control hover:underline-offset-3">
      {name === null ? <Two first={shortId(id)} second={words.gone} /> : <Two first={name} />}
    </Link>
  );
}

function Two({ first, second }: { first: string; second?: string }): ReactNode {
  return (
    <>
      <span className="font-medium">
        <ForeignText text={first} />
      </span>
      {second !== undefined && <span className="block truncate text-12 text-fg-3">{second}</span>}
    </>
  );
}
